package parse

import (
	"strings"
	"sync"

	"github.com/alecthomas/participle/v2"
	"github.com/alecthomas/participle/v2/lexer"

	"github.com/hyp-lang/hyp/lang/ast"
)

// The grammar of one statement. A clause is read into one flat struct whose first token tells which one it is; convert.go
// makes the tree. Expressions, sets and literals parse themselves (expr.go).
//
// Keywords match in any case. Commas before a clause, tails inside of the claim's brackets and other habits are put
// right before the grammar sees the tokens (habits.go).
type (
	gStatement struct {
		Dataset *gDataset `parser:"  @@"`
		Var     *gVar     `parser:"| @@"`
		Context *gContext `parser:"| @@"`
		Family  *gFamily  `parser:"| @@"`
		Hyp     *gHyp     `parser:"| @@"`
		Bare    *gBare    `parser:"| @@"`
	}

	gDataset struct {
		Name    lexer.Token       `parser:"'dataset' @Ident"`
		From    lexer.Token       `parser:"'from' @String"`
		Clauses []*gDatasetClause `parser:"@@*"`
	}
	gDatasetClause struct {
		Tokens  []lexer.Token
		Text    lexer.Token   `parser:"  ('catalog' | 'label' | 'encoding' | 'delimiter' | 'decimal' | 'thousands' | 'dates') @String"`
		Names   []lexer.Token `parser:"| 'key' @((Ident | Quoted) (',' (Ident | Quoted))*)"`
		Name    lexer.Token   `parser:"| 'weights' '='? @(Ident | Quoted)"`
		Missing *gSet         `parser:"| 'missing' @@"`
		Holdout lexer.Token   `parser:"| 'split' 'holdout' @Number"`
		Seed    lexer.Token   `parser:"  'seed' @Number"`
		By      lexer.Token   `parser:"  ('by' @(Ident | Quoted))?"`
	}

	gVar struct {
		Name    lexer.Token   `parser:"'var' @(Ident | Quoted)"`
		Expr    gDefinition   `parser:"@@"`
		Type    lexer.Token   `parser:"@Ident"`
		Clauses []*gVarClause `parser:"@@*"`
	}
	gVarClause struct {
		Tokens   []lexer.Token
		Levels   *gValues    `parser:"  'levels' @@"`
		Missing  *gSet       `parser:"| 'missing' @@"`
		Range    *gRange     `parser:"| 'range' @@"`
		Ref      *gLiteral   `parser:"| 'ref' @@"`
		Text     lexer.Token `parser:"| ('unit' | 'module' | 'label') @String"`
		Measured lexer.Token `parser:"| 'measured' @Number"`
		High     lexer.Token `parser:"| 'high' 'means' @String"`
	}

	gContext struct {
		Name  lexer.Token `parser:"'context' @Ident"`
		Expr  *gExpr      `parser:"'=' @@"`
		Label lexer.Token `parser:"('label' @String)?"`
	}

	gFamily struct {
		Name    lexer.Token      `parser:"'family' @Ident"`
		Clauses []*gFamilyClause `parser:"@@*"`
	}
	gFamilyClause struct {
		Tokens []lexer.Token
		Alpha  lexer.Token `parser:"  'alpha' @Number"`
		Method lexer.Token `parser:"| 'method' @Ident"`
		Label  lexer.Token `parser:"| 'label' @String"`
	}

	gHyp struct {
		Name    gLabel        `parser:"'hyp' @@"`
		Claim   *gClaim       `parser:"@@"`
		Clauses []*gHypClause `parser:"@@*"`
	}
	gBare struct {
		Claim   *gClaim       `parser:"@@"`
		Clauses []*gHypClause `parser:"@@*"`
	}
	gClaim struct {
		Tokens        []lexer.Token
		Assoc         *gAssoc         `parser:"  'assoc' '(' @@ ')'"`
		Diff          *gDiff          `parser:"| 'diff' '(' @@ ')'"`
		Interact      *gInteract      `parser:"| 'interact' '(' @@ ')'"`
		Heterogeneity *gHeterogeneity `parser:"| 'heterogeneity' '(' @@ ')'"`
	}
	gAssoc struct {
		Exposure lexer.Token `parser:"@(Ident | Quoted)"`
		Outcome  lexer.Token `parser:"',' @(Ident | Quoted)"`
	}
	gDiff struct {
		Outcome  lexer.Token `parser:"@(Ident | Quoted)"`
		Groups   lexer.Token `parser:"',' 'by' '=' @(Ident | Quoted)"`
		Contrast gContrast   `parser:"@@"`
	}
	gInteract struct {
		Exposure  lexer.Token `parser:"@(Ident | Quoted)"`
		Moderator lexer.Token `parser:"'*' @(Ident | Quoted)"`
		Outcome   lexer.Token `parser:"'->' @(Ident | Quoted)"`
	}
	gHeterogeneity struct {
		Outcome  lexer.Token `parser:"@(Ident | Quoted)"`
		Exposure lexer.Token `parser:"'~' @(Ident | Quoted)"`
		Groups   lexer.Token `parser:"'|' @(Ident | Quoted)"`
	}
	gHypClause struct {
		Tokens      []lexer.Token
		Controls    []lexer.Token `parser:"  'controlling' 'for' @((Ident | Quoted) (',' (Ident | Quoted))*)"`
		Weights     lexer.Token   `parser:"| 'weights' '='? @(Ident | Quoted)"`
		Where       *gExpr        `parser:"| 'where' @@"`
		Word        lexer.Token   `parser:"| ('expect' | 'on' | 'under' | 'using') @Ident"`
		Text        lexer.Token   `parser:"| ('claim' | 'because' | 'needs') @String"`
		Floor       *gFloor       `parser:"| 'floor' @@"`
		Decide      []*gCriterion `parser:"| 'decide' @@ ('and' @@)*"`
		Rivals      []lexer.Token `parser:"| 'rival' @((Ident | String) (',' (Ident | String))*)"`
		Targets     []lexer.Token `parser:"| ('deepens' | 'extends' | 'narrows' | 'contradicts' | 'revises' | 'crosses') @(Ident (',' Ident)*)"`
		Prior       lexer.Token   `parser:"| 'prior' @Number"`
		Explanation lexer.Token   `parser:"| @Explanation"`
	}
	gFloor struct {
		Tokens  []lexer.Token
		Measure lexer.Token `parser:"@Ident"`
		Value   lexer.Token `parser:"'>=' @Number"`
	}
	gCriterion struct {
		Tokens   []lexer.Token
		Quantity lexer.Token `parser:"@Ident"`
		Op       lexer.Token `parser:"@('=' | '!=' | '<' | '<=' | '>' | '>=')"`
		Minus    lexer.Token `parser:"@'-'?"`
		Value    lexer.Token `parser:"@Number"`
		Part     lexer.Token `parser:"((?= 'on' ('train' | 'holdout')) 'on' @Ident)?"`
	}
)

// Nodes that parse themselves. gDefinition, gLabel and gContrast may be absent; they do it themselves because an error in
// an optional group of participle is lost when what follows the group is required.
type (
	gDefinition struct{ Expr ast.Expr }    // [ "=" Expr ]
	gLabel      struct{ Name *ast.Ident }  // [ ident ":" ]
	gContrast   struct{ Of *ast.Contrast } // [ ":" Literal "vs" ( Literal | "rest" ) ]

	gExpr    struct{ ast.Expr }
	gSet     struct{ ast.Set }
	gValues  struct{ ast.Set }
	gRange   struct{ ast.Range }
	gLiteral struct{ ast.Literal }
)

// parsers are the grammar, entered at one kind of statement: the first word tells which, and a choice of participle costs
// an attempt for every alternative before the right one.
type parsers struct {
	dataset *participle.Parser[gDataset]
	vars    *participle.Parser[gVar]
	context *participle.Parser[gContext]
	family  *participle.Parser[gFamily]
	hyp     *participle.Parser[gHyp]
	bare    *participle.Parser[gBare]
}

// grammar is built when it is first needed, so that a program that parses nothing does not pay for it.
var grammar = sync.OnceValue(func() parsers {
	all := participle.MustBuild[gStatement](
		participle.Lexer(Lexer{}),
		participle.CaseInsensitive("Ident", "Keyword"),
		participle.UseLookahead(participle.MaxLookahead),
	)
	return parsers{production[gDataset](all), production[gVar](all), production[gContext](all), production[gFamily](all),
		production[gHyp](all), production[gBare](all)}
})

func production[P any](all *participle.Parser[gStatement]) *participle.Parser[P] {
	p, err := participle.ParserForProduction[P](all)
	if err != nil {
		panic(err) // a slip in the types above; no input leads here
	}
	return p
}

// parseStatement reads the tokens of one statement that begins with a reserved word.
func parseStatement(lex *lexer.PeekingLexer) (g gStatement, err error) {
	p := grammar()
	switch strings.ToLower(lex.Peek().Value) {
	case "dataset":
		g.Dataset, err = p.dataset.ParseFromLexer(lex)
	case "var":
		g.Var, err = p.vars.ParseFromLexer(lex)
	case "context":
		g.Context, err = p.context.ParseFromLexer(lex)
	case "family":
		g.Family, err = p.family.ParseFromLexer(lex)
	case "hyp":
		g.Hyp, err = p.hyp.ParseFromLexer(lex)
	default:
		g.Bare, err = p.bare.ParseFromLexer(lex)
	}
	return g, err
}

// tokenList hands a slice of tokens to participle.
type tokenList struct {
	tokens []lexer.Token
	end    lexer.Token
}

func (l *tokenList) Next() (lexer.Token, error) {
	if len(l.tokens) == 0 {
		return l.end, nil
	}
	t := l.tokens[0]
	l.tokens = l.tokens[1:]
	return t, nil
}

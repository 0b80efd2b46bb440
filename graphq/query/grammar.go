package query

import (
	"strings"
	"sync"

	"github.com/alecthomas/participle/v2"
	"github.com/alecthomas/participle/v2/lexer"
)

// The grammar of a query's clauses. Values, constants and conditions parse themselves (values.go, cond.go). Words match in
// any case, and none is reserved: a variable may be called `limit`.
type (
	gQuery struct {
		Explain lexer.Token `parser:"@'explain'?"`
		Find    *gFind      `parser:"( @@"`
		Lineage *gLineage   `parser:"| @@"`
		Path    *gPath      `parser:"| @@ )"`
		Format  lexer.Token `parser:"('as' @Ident)?"`
	}
	gFind struct {
		Items []*gItem `parser:"'find' @@ (',' @@)*"`
		Where *gCond   `parser:"('where' @@)?"`
		Order []*gKey  `parser:"('order' 'by' @@ (',' @@)*)?"`
		Limit *gLimit  `parser:"@@?"`
	}
	gItem struct {
		Term gTerm       `parser:"@@"`
		Kind lexer.Token `parser:"(':' @Ident)?"`
	}
	gKey struct {
		Term gTerm       `parser:"@@"`
		Way  lexer.Token `parser:"@('asc' | 'desc')?"`
	}
	gLimit struct {
		Limit  gWhole  `parser:"'limit' @@"`
		Offset *gWhole `parser:"('offset' @@)?"`
	}
	gVia struct {
		Relations []gWord `parser:"'via' @@ (',' @@)*"`
	}
	gDepth struct {
		Depth gWhole `parser:"'depth' @@"`
	}
	gLineage struct {
		Of    gConstant   `parser:"'lineage' 'of' @@"`
		Way   lexer.Token `parser:"@('up' | 'down')?"`
		Via   *gVia       `parser:"@@?"`
		Depth *gDepth     `parser:"@@?"`
		Limit *gLimit     `parser:"@@?"`
	}
	gPath struct {
		From  gConstant `parser:"('path' | 'paths') 'from' @@"`
		To    gConstant `parser:"'to' @@"`
		Via   *gVia     `parser:"@@?"`
		Depth *gDepth   `parser:"@@?"`
		Limit *gLimit   `parser:"@@?"`
	}
)

// Nodes that parse themselves.
type (
	gTerm     struct{ term }
	gConstant struct{ constant }
	gWhole    struct{ whole64 }
	gWord     struct{ name }
	gCond     struct{ cond }
)

// grammar is built when it is first needed. No lookahead: each clause begins with its word, so the first error is the
// one that counts.
var grammar = sync.OnceValue(func() *participle.Parser[gQuery] {
	return participle.MustBuild[gQuery](participle.Lexer(scannerDefinition{}), participle.CaseInsensitive("Ident"), participle.UseLookahead(0))
})

func nameOf(t lexer.Token) name { return name{spanOf(t), t.Value} }

// tree makes the query of what the grammar read.
func (g *gQuery) tree() *Query {
	q := &Query{explain: g.Explain.Value != ""}
	switch {
	case g.Find != nil:
		f := &findQuery{limit: g.Find.Limit.tree()}
		for _, it := range g.Find.Items {
			x := item{term: it.Term.term}
			if it.Kind.Value != "" {
				k := nameOf(it.Kind)
				k.text = strings.ToLower(k.text)
				x.kind = &k
			}
			f.items = append(f.items, x)
		}
		if g.Find.Where != nil {
			f.where = g.Find.Where.cond
		}
		for _, k := range g.Find.Order {
			f.order = append(f.order, key{k.Term.term, strings.EqualFold(k.Way.Value, "desc")})
		}
		q.find = f
	case g.Lineage != nil:
		l := g.Lineage
		q.lineage = &lineageQuery{of: l.Of.constant, down: strings.EqualFold(l.Way.Value, "down"), via: l.Via.tree(), depth: l.Depth.tree(), limit: l.Limit.tree()}
	case g.Path != nil:
		p := g.Path
		q.path = &pathQuery{from: p.From.constant, to: p.To.constant, via: p.Via.tree(), depth: p.Depth.tree(), limit: p.Limit.tree()}
	}
	if g.Format.Value != "" {
		f := nameOf(g.Format)
		f.text = strings.ToLower(f.text)
		q.format = &f
	}
	return q
}

func (g *gLimit) tree() *limitClause {
	if g == nil {
		return nil
	}
	l := &limitClause{limit: g.Limit.whole64}
	if g.Offset != nil {
		l.offset = &g.Offset.whole64
	}
	return l
}

func (g *gVia) tree() (out []name) {
	if g == nil {
		return nil
	}
	for _, w := range g.Relations {
		out = append(out, w.name)
	}
	return out
}

func (g *gDepth) tree() *whole64 {
	if g == nil {
		return nil
	}
	return &g.Depth.whole64
}

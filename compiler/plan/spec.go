// Package plan holds what the compiler makes of a hypothesis: typed data, without rows and without formula strings.
//
// A Spec says what is asked (template, roles, rows); a Plan says how it is answered (one of a closed set of estimator
// plans). Both serialise to JSON. The two ids, specification and estimand, are hashes of meaning.
package plan

// Template is the form of a claim.
type Template string

// The four templates of AutoKD.
const (
	Assoc         Template = "assoc"
	Diff          Template = "diff"
	Interact      Template = "interact"
	Heterogeneity Template = "heterogeneity"
)

// Type is the type of a variable.
type Type string

// The types of the language; nominal is read as Categorical.
const (
	Numeric     Type = "numeric"
	Count       Type = "count"
	Binary      Type = "binary"
	Ordinal     Type = "ordinal"
	Categorical Type = "categorical"
	Time        Type = "time"
	ID          Type = "id"
	Text        Type = "text"
)

// NumericLike tells whether the type enters a regression as one numeric column.
func (t Type) NumericLike() bool { return t == Numeric || t == Count || t == Ordinal || t == Time }

// Level is a declared level of a variable, in declared order.
type Level struct {
	Code  string `json:"code"`
	Label string `json:"label,omitempty"`
}

// Missing lists the codes and inclusive ranges that mean "no answer".
type Missing struct {
	Codes  []string     `json:"codes,omitempty"`
	Ranges [][2]float64 `json:"ranges,omitempty"`
}

// Variable is a resolved variable: a column with its meaning, or a derived expression.
type Variable struct {
	Name     string      `json:"name"`             // as the study calls it
	Column   string      `json:"column,omitempty"` // the column of the data; empty when derived
	Derived  Expr        `json:"derived,omitempty"`
	Type     Type        `json:"type"`
	Label    string      `json:"label,omitempty"`
	Unit     string      `json:"unit,omitempty"`
	Levels   []Level     `json:"levels,omitempty"`
	Ref      string      `json:"ref,omitempty"` // code of the reference level, when declared
	Missing  Missing     `json:"missing,omitzero"`
	Range    *[2]float64 `json:"range,omitempty"`    // declared valid range: values outside are an error at run time
	Inferred bool        `json:"inferred,omitempty"` // the type was inferred from the data
}

// Contrast names two levels of the groups by code; B is empty for "rest".
type Contrast struct {
	A    string `json:"a"`
	B    string `json:"b,omitempty"`
	Rest bool   `json:"rest,omitempty"`
}

// Spec is one hypothesis with names resolved and checked. Roles that a template lacks are nil: assoc has Exposure and
// Outcome; diff Outcome and Groups; interact Exposure, Moderator and Outcome; heterogeneity Outcome, Exposure and Groups.
type Spec struct {
	Name      string      `json:"name"`  // the study's name for it; "line 12" style names are the caller's
	Claim     string      `json:"claim"` // the canonical claim line
	Template  Template    `json:"template"`
	Outcome   *Variable   `json:"outcome"`
	Exposure  *Variable   `json:"exposure,omitempty"`
	Moderator *Variable   `json:"moderator,omitempty"`
	Groups    *Variable   `json:"groups,omitempty"`
	Contrast  *Contrast   `json:"contrast,omitempty"`
	Controls  []*Variable `json:"controls,omitempty"`
	Weights   *Variable   `json:"weights,omitempty"`
	Where     Expr        `json:"where,omitempty"`      // contexts are expanded
	WhereText string      `json:"where_text,omitempty"` // canonical text, as written (contexts by name)
	Dataset   string      `json:"dataset"`
	DataID    string      `json:"data_id,omitempty"` // what the ids call the data: the catalog's name for it, else the file's, never the study's alias
	Cluster   *Variable   `json:"cluster,omitempty"` // the catalog's cluster column, for ols_cluster
	Using     Method      `json:"using,omitempty"`   // empty: the default routing
	Split     *Split      `json:"split,omitempty"`   // of the data set
	Part      Part        `json:"part,omitempty"`    // the part of the split to run on; empty: all rows
	Decision  Decision    `json:"decision,omitzero"`

	Specification string `json:"specification"`
	Estimand      string `json:"estimand"`
}

// Method is an estimator override of `using`.
type Method string

// The methods of `using`.
const (
	UsingPearson     Method = "pearson"
	UsingSpearman    Method = "spearman"
	UsingOLS         Method = "ols"
	UsingWLS         Method = "wls"
	UsingLogit       Method = "logit"
	UsingWelch       Method = "welch"
	UsingMannWhitney Method = "mannwhitney"
	UsingKruskal     Method = "kruskal"
	UsingANOVA       Method = "anova"
	UsingHC3         Method = "ols_hc3"
	UsingCluster     Method = "ols_cluster"
)

package query

import "slices"

// Kind is the kind of a node.
type Kind uint8

// The kinds, in the order of Schema.
const (
	NoKind Kind = iota
	Insight
	Hypothesis
	Variable
	Context
	Dataset
	Round
	Execution
	Rejection
	Test // one row of the ledger of tests
)

// KindSchema is what is known of one kind.
type KindSchema struct {
	Kind       Kind
	Name       string // as it is written in a query
	Prefix     string // of its ids, without the colon
	Text       string // the property that `similar to` is about; "" for none
	Label      string // the property that says in words what a node is
	Doc        string
	Properties []Property
}

// Property is one property of a kind.
type Property struct {
	Name   string
	Type   Type
	Values []string // of an Enum
	Low    float64  // bounds of a number, where Bounded
	High   float64
	Bound  bool
	Doc    string

	log     string // the property that holds log10 of this one where a double cannot
	several bool   // a text that lists several, with commas between: a comparison is with any of them
}

// Relation is one relation.
type Relation struct {
	Name       string
	From, To   []Kind   // the kinds of its ends
	Repeatable bool     // takes a quantifier
	Symmetric  bool     // holds in both directions
	Union      []string // the stored relations that it stands for; nil: it is stored itself
	Inverse    bool     // of the union
	Doc        string
}

// Stored tells whether the graph holds edges of the relation itself.
func (r *Relation) Stored() bool { return r.Union == nil }

func number(name, doc string) Property { return Property{Name: name, Type: Number, Doc: doc} }
func unit(name, doc string) Property {
	return Property{Name: name, Type: Number, Low: 0, High: 1, Bound: true, Doc: doc}
}
func whole(name, doc string) Property {
	return Property{Name: name, Type: Whole, Low: 0, High: 1 << 53, Bound: true, Doc: doc}
}
func text(name, doc string) Property { return Property{Name: name, Type: Text, Doc: doc} }
func flag(name, doc string) Property { return Property{Name: name, Type: Bool, Doc: doc} }
func moment(name, doc string) Property {
	return Property{Name: name, Type: Time, Doc: doc}
}
func enum(name, doc string, values ...string) Property {
	return Property{Name: name, Type: Enum, Values: values, Doc: doc}
}

var (
	templates = []string{"assoc", "diff", "interact", "heterogeneity", "brief", "descriptive"}
	modes     = []string{"exploration", "global", "refinement", "conflict"}
	statuses  = []string{"supported", "refuted", "inconclusive", "qualified", "blocked"}
	varTypes  = []string{"numeric", "count", "binary", "ordinal", "categorical", "time", "id", "text"}
)

// Kinds is the schema's one table of kinds and their properties: the checker, the completion and the documentation all
// read it.
var Kinds = []KindSchema{
	{Insight, "insight", "i", "text", "text", "a finding: hypothesis, plan, result, scores and where they come from", []Property{
		text("id", "the node's id"), text("name", "the hypothesis's name in its study; those of all hypotheses that are this test, = finds each"), text("text", "the finding in words"),
		enum("template", "the kind of claim", templates...),
		number("effect", "the effect, on its measure's scale"), text("measure", "the measure of the effect: r, beta, d, odds, ..."),
		number("low", "low end of the effect's 95% interval"), number("high", "high end of the effect's 95% interval"),
		unit("p", "p-value"), number("log10_p", "log10 of the p-value"), unit("q", "p adjusted within the family"), number("log10_q", "log10 of q"), unit("level", "the level that the online rule gave the test"),
		unit("holdout_p", "p-value on the confirmation split"), number("holdout_log10_p", "log10 of that p-value"), number("holdout_effect", "effect on the confirmation split"),
		whole("n", "rows used"), unit("coverage", "share of the rows that were used"),
		unit("validity", "validity score"), unit("novelty", "novelty score"), unit("score", "overall score"), unit("surprise", "surprise score"),
		unit("prior", "belief before"), unit("posterior", "belief after"),
		whole("round", "the round that found it"), enum("mode", "the mode of that round", modes...),
		enum("status", "the verdict", statuses...), text("specification", "the id of the exact test"), text("estimand", "the id of the question"), flag("seed", "a descriptive seed, not a finding"), moment("created", "when it was stored")}},
	{Hypothesis, "hypothesis", "h", "text", "text", "a claim, as written", []Property{
		text("id", "the node's id"), text("name", "its name in the study"), text("text", "the claim in the language"),
		enum("template", "the kind of claim", templates...), text("file", "the study file"), whole("round", "the round that proposed it"), moment("created", "when it was stored")}},
	{Variable, "variable", "v", "label", "label", "a variable of the data", []Property{
		text("id", "the node's id"), text("name", "its name"), text("label", "what it is, in words"), enum("type", "its type", varTypes...),
		text("module", "the part of the data that it belongs to"), text("unit", "its unit")}},
	{Context, "context", "c", "", "text", "a subset of the rows", []Property{
		text("id", "the node's id"), text("name", "its name"), text("label", "what it is, in words"), text("text", "its condition")}},
	{Dataset, "dataset", "d", "", "name", "a table", []Property{
		text("id", "the node's id"), text("name", "its name"), text("file", "the file"), text("hash", "the hash of its content"),
		whole("rows", "its rows"), whole("columns", "its columns")}},
	{Round, "round", "r", "", "id", "one round of discovery, or one run of a study", []Property{
		text("id", "the node's id"), whole("number", "its number"), enum("mode", "its mode", modes...),
		whole("proposed", "hypotheses proposed"), whole("accepted", "insights accepted"), whole("rejected", "hypotheses rejected"), moment("created", "when it ended")}},
	{Execution, "execution", "x", "", "id", "one attempt to answer a hypothesis", []Property{
		text("id", "the node's id"), enum("outcome", "how it ended", "done", "failed", "refused", "timeout"), text("error", "why it failed"),
		whole("attempt", "which attempt"), number("seconds", "how long it took"), whole("n", "rows used"), whole("round", "the round"), moment("created", "when it ended")}},
	{Rejection, "rejection", "j", "text", "text", "a hypothesis that was not accepted, and why", []Property{
		text("id", "the node's id"), text("code", "the reason's code"), text("reason", "the reason in words"), text("text", "the claim"),
		enum("stage", "before or after execution", "before", "after"), whole("round", "the round"), moment("created", "when it was stored")}},
	{Test, "test", "t", "", "id", "a row of the ledger of all tests", []Property{
		text("id", "the node's id"), text("specification", "the id of the exact test"), text("estimand", "the id of the question"), text("part", "train or holdout, of split data"),
		text("purpose", "why it was run beside a claim's own test: holdout, rival control of H1, family f"), flag("done", "whether there was a number"), text("why", "why there was none"),
		unit("p", "p-value"), number("log10_p", "log10 of the p-value"),
		unit("level", "the level it was tested at"), unit("wealth", "alpha wealth behind it"), flag("rejected", "whether the null was rejected"),
		whole("round", "the round"), moment("created", "when it was stored")}},
}

func kinds(k ...Kind) []Kind { return k }

var roles = []string{"outcome", "exposure", "control", "moderator", "groups"}

// Relations is the schema's one table of relations.
var Relations = []Relation{
	{Name: "deepens", From: kinds(Insight), To: kinds(Insight), Repeatable: true, Doc: "the same core with a richer template"},
	{Name: "extends", From: kinds(Insight), To: kinds(Insight), Repeatable: true, Doc: "carries it into another module"},
	{Name: "narrows", From: kinds(Insight), To: kinds(Insight), Repeatable: true, Doc: "holds it in a smaller context"},
	{Name: "revises", From: kinds(Insight), To: kinds(Insight), Repeatable: true, Doc: "corrects it"},
	{Name: "crosses", From: kinds(Insight), To: kinds(Insight), Repeatable: true, Doc: "joins it with another"},
	{Name: "contradicts", From: kinds(Insight), To: kinds(Insight), Symmetric: true, Doc: "one estimand, opposite signs"},
	{Name: "relates", From: kinds(Insight), To: kinds(Insight), Doc: "linked without one of the other relations"},
	{Name: "outcome", From: kinds(Insight), To: kinds(Variable), Doc: "the variable it explains"},
	{Name: "exposure", From: kinds(Insight), To: kinds(Variable), Doc: "the variable it explains with"},
	{Name: "control", From: kinds(Insight), To: kinds(Variable), Doc: "a variable held constant"},
	{Name: "moderator", From: kinds(Insight), To: kinds(Variable), Doc: "a variable that changes the slope"},
	{Name: "groups", From: kinds(Insight), To: kinds(Variable), Doc: "the variable whose groups are compared"},
	{Name: "about", From: kinds(Insight), To: kinds(Variable), Union: roles, Doc: "outcome, exposure, control, moderator or groups"},
	{Name: "variable_of", From: kinds(Variable), To: kinds(Insight), Union: roles, Inverse: true, Doc: "about, from the variable's side"},
	{Name: "within", From: kinds(Insight), To: kinds(Context), Doc: "the subset it holds in"},
	{Name: "uses", From: kinds(Insight), To: kinds(Dataset), Doc: "the data it rests on"},
	{Name: "tests", From: kinds(Insight), To: kinds(Hypothesis), Doc: "the claim it answers"},
	{Name: "found_in", From: kinds(Insight), To: kinds(Round), Doc: "the round that found it"},
	{Name: "proposed_in", From: kinds(Hypothesis), To: kinds(Round), Doc: "the round that proposed it"},
	{Name: "executes", From: kinds(Execution), To: kinds(Hypothesis), Doc: "the claim it tried to answer"},
	{Name: "yields", From: kinds(Execution), To: kinds(Insight), Doc: "what came of it"},
	{Name: "rejects", From: kinds(Rejection), To: kinds(Hypothesis), Doc: "the claim that was not accepted"},
	{Name: "records", From: kinds(Test), To: kinds(Hypothesis), Doc: "the claim that was tested"},
	{Name: "during", From: kinds(Execution, Rejection, Test), To: kinds(Round), Doc: "the round it belongs to"},
}

var (
	relationByName = map[string]*Relation{}
	kindByName     = map[string]Kind{}
	propertyTable  [Test + 1]map[string]*Property
)

func init() {
	for i := range Relations {
		relationByName[Relations[i].Name] = &Relations[i]
	}
	for i := range Kinds {
		k := &Kinds[i]
		kindByName[k.Name] = k.Kind
		propertyTable[k.Kind] = map[string]*Property{}
		for j := range k.Properties {
			propertyTable[k.Kind][k.Properties[j].Name] = &k.Properties[j]
		}
		for name, log := range map[string]string{"p": "log10_p", "q": "log10_q", "holdout_p": "holdout_log10_p"} {
			if p := k.Kind.Property(name); p != nil && k.Kind.Property(log) != nil {
				p.log = log
			}
		}
	}
	Insight.Property("name").several = true
}

// String is the kind's name in a query.
func (k Kind) String() string {
	if s := k.Schema(); s != nil {
		return s.Name
	}
	return "node"
}

// Schema is the kind's row of Kinds, nil for NoKind.
func (k Kind) Schema() *KindSchema {
	if k == NoKind || int(k) > len(Kinds) {
		return nil
	}
	return &Kinds[k-1]
}

// HasText tells whether `similar to` applies.
func (k Kind) HasText() bool { s := k.Schema(); return s != nil && s.Text != "" }

// Property is a property by name, nil when the kind has none such.
func (k Kind) Property(name string) *Property {
	if int(k) >= len(propertyTable) {
		return nil
	}
	return propertyTable[k][name]
}

// LookupKind is a kind by its name, NoKind when there is none.
func LookupKind(name string) Kind { return kindByName[name] }

// LookupRelation is a relation by its name, nil when there is none.
func LookupRelation(name string) *Relation { return relationByName[name] }

// KindNames is the names of all kinds.
func KindNames() (out []string) {
	for i := range Kinds {
		out = append(out, Kinds[i].Name)
	}
	return out
}

// RelationNames is the names of all relations.
func RelationNames() (out []string) {
	for i := range Relations {
		out = append(out, Relations[i].Name)
	}
	return out
}

// PropertyNames is the names of the properties that any of the kinds has, each once, in the order of the schema.
func PropertyNames(of ...Kind) (out []string) {
	for _, k := range of {
		if s := k.Schema(); s != nil {
			for i := range s.Properties {
				if !slices.Contains(out, s.Properties[i].Name) {
					out = append(out, s.Properties[i].Name)
				}
			}
		}
	}
	return out
}

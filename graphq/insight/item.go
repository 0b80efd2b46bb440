package insight

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"strings"
	"time"

	"github.com/hyp-lang/hyp/estimators/result"
)

// Schema is the version of the items and of the quads that they become. A store of a newer one is refused.
const Schema = 1

// The kinds of items. All but Edge and Assessment are nodes of the graph.
const (
	KindInsight    = "insight"
	KindHypothesis = "hypothesis"
	KindVariable   = "variable"
	KindContext    = "context"
	KindDataset    = "dataset"
	KindRound      = "round"
	KindExecution  = "execution"
	KindRejection  = "rejection"
	KindTest       = "test"
	KindEdge       = "edge"
	KindAssessment = "assessment"
)

// Item is one thing that a graph remembers: exactly one of the pointers is set, the one that Kind names. Items are only ever
// added; two items of one ID are the same item, and its first version stays.
type Item struct {
	Kind    string    `json:"kind"`
	ID      string    `json:"id"`
	Run     string    `json:"run,omitempty"`
	Created time.Time `json:"created"`

	Insight    *Insight    `json:"insight,omitempty"`
	Hypothesis *Hypothesis `json:"hypothesis,omitempty"`
	Variable   *Variable   `json:"variable,omitempty"`
	Context    *Context    `json:"context,omitempty"`
	Dataset    *Dataset    `json:"dataset,omitempty"`
	Round      *Round      `json:"round,omitempty"`
	Execution  *Execution  `json:"execution,omitempty"`
	Rejection  *Rejection  `json:"rejection,omitempty"`
	Test       *Test       `json:"test,omitempty"`
	Edge       *Edge       `json:"edge,omitempty"`
	Assessment *Assessment `json:"assessment,omitempty"`
}

// Insight is a finding, or a hypothesis that waits for its data. Record is the whole result; what queries ask for is
// flattened from it.
type Insight struct {
	Hypothesis string        `json:"hypothesis"` // h: id
	Dataset    string        `json:"dataset"`    // d: id
	Context    string        `json:"context,omitempty"`
	Round      string        `json:"round,omitempty"` // r: id
	Number     *int          `json:"number,omitempty"`
	Mode       string        `json:"mode,omitempty"`
	Modules    []string      `json:"modules,omitempty"` // of its core variables
	Seed       bool          `json:"seed,omitempty"`
	Scores     Scores        `json:"scores,omitzero"`
	Record     result.Record `json:"record"`
}

// Scores are an assessment's numbers, each in [0, 1]; nil where none was given. Level is the online rule's, not a score.
type Scores struct {
	Validity  *float64 `json:"validity,omitempty"`
	Novelty   *float64 `json:"novelty,omitempty"`
	Score     *float64 `json:"score,omitempty"`
	Surprise  *float64 `json:"surprise,omitempty"`
	Prior     *float64 `json:"prior,omitempty"`
	Posterior *float64 `json:"posterior,omitempty"`
	Level     *float64 `json:"level,omitempty"`
}

// Hypothesis is a claim with the place where it was written and the lineage that its study declares.
type Hypothesis struct {
	Name          string          `json:"name,omitempty"`
	Claim         string          `json:"claim"`
	Finding       string          `json:"finding,omitempty"` // the author's words
	Template      string          `json:"template,omitempty"`
	Specification string          `json:"specification,omitempty"`
	Estimand      string          `json:"estimand,omitempty"`
	File          string          `json:"file,omitempty"`
	Line          int             `json:"line,omitempty"`
	Start         int             `json:"start,omitempty"` // byte offsets of the statement
	End           int             `json:"end,omitempty"`
	Source        string          `json:"source,omitempty"` // the statement as written
	Lineage       []Declared      `json:"lineage,omitempty"`
	Criteria      []string        `json:"criteria,omitempty"` // how it is judged, a line each
	Plan          json.RawMessage `json:"plan,omitempty"`     // the specification as data
	Round         string          `json:"round,omitempty"`
	Number        *int            `json:"number,omitempty"`
}

// Declared is lineage as a study declares it: a relation to hypotheses by name, of the study, or of the file that is named.
type Declared struct {
	Relation string   `json:"relation"`
	Targets  []string `json:"targets"`
	File     string   `json:"file,omitempty"`
}

// Variable is a variable of the data; Name is its id without the prefix.
type Variable struct {
	Name   string `json:"name"`
	Label  string `json:"label,omitempty"`
	Type   string `json:"type,omitempty"`
	Module string `json:"module,omitempty"`
	Unit   string `json:"unit,omitempty"`
}

// Context is a condition on rows; Name is its name in a study, or the condition itself.
type Context struct {
	Name  string `json:"name"`
	Label string `json:"label,omitempty"`
	Text  string `json:"text"`
}

// Dataset is one version of a table: Name is its identity, Hash that of its content.
type Dataset struct {
	Name    string `json:"name"`
	File    string `json:"file,omitempty"`
	Hash    string `json:"hash"`
	Rows    int64  `json:"rows,omitempty"`
	Columns int64  `json:"columns,omitempty"`
}

// Round is a round of discovery, or one run of a study.
type Round struct {
	Number   *int   `json:"number,omitempty"`
	Mode     string `json:"mode,omitempty"`
	Mind     string `json:"mind,omitempty"`
	Study    string `json:"study,omitempty"`
	Version  string `json:"version,omitempty"` // of hyp
	Proposed *int   `json:"proposed,omitempty"`
	Accepted *int   `json:"accepted,omitempty"`
	Rejected *int   `json:"rejected,omitempty"`

	State json.RawMessage `json:"state,omitempty"` // of a discovery: what it is about; of its round: what the next begins with
}

// Execution is one attempt to answer a hypothesis. Outcome is done, failed, refused or timeout.
type Execution struct {
	Hypothesis string         `json:"hypothesis"`
	Insight    string         `json:"insight,omitempty"`
	Outcome    string         `json:"outcome"`
	Error      string         `json:"error,omitempty"`
	Code       string         `json:"code,omitempty"` // of a refusal
	Attempt    int            `json:"attempt,omitempty"`
	Seconds    float64        `json:"seconds,omitempty"`
	N          int64          `json:"n,omitempty"`
	Round      string         `json:"round,omitempty"`
	Number     *int           `json:"number,omitempty"`
	Record     *result.Record `json:"record,omitempty"` // of a refusal: an insight has its own
}

// Rejection is a hypothesis that was not accepted. Stage is before or after its execution.
type Rejection struct {
	Hypothesis string `json:"hypothesis"`
	Code       string `json:"code"`
	Reason     string `json:"reason"`
	Text       string `json:"text,omitempty"`
	Stage      string `json:"stage"`
	Round      string `json:"round,omitempty"`
	Number     *int   `json:"number,omitempty"`
}

// Test is a row of the ledger: one test of one specification on one part of one version of the data. Refused and blocked
// hypotheses have a row that is not Done.
type Test struct {
	Hypothesis    string   `json:"hypothesis"`
	Specification string   `json:"specification,omitempty"`
	Estimand      string   `json:"estimand,omitempty"`
	Part          string   `json:"part,omitempty"`
	DataHash      string   `json:"data_hash,omitempty"`
	Done          bool     `json:"done"`
	Why           string   `json:"why,omitempty"`     // not done: the refusal's code, or blocked
	Purpose       string   `json:"purpose,omitempty"` // of a test beside a hypothesis's own: holdout, `rival control of H1`, `family f`; the first one, where it served several
	P             *float64 `json:"p,omitempty"`
	Log10P        *float64 `json:"log10_p,omitempty"`
	Policy        string   `json:"policy,omitempty"` // the online rule; none for runs of people
	Level         *float64 `json:"level,omitempty"`
	Wealth        *float64 `json:"wealth,omitempty"`
	Rejected      *bool    `json:"rejected,omitempty"` // the null hypothesis, by the policy
	Round         string   `json:"round,omitempty"`
	Number        *int     `json:"number,omitempty"`
}

// Edge is a relation between two insights. Source tells lineage that a study declares from what the rules give.
type Edge struct {
	From     string `json:"from"`
	Relation string `json:"relation"`
	To       string `json:"to"`
	Source   string `json:"source"` // declared or rule
	Why      string `json:"why,omitempty"`
}

// Assessment is a further look at an insight: a rerun that found the same, or scores by a mind.
type Assessment struct {
	Insight string          `json:"insight"`
	By      string          `json:"by,omitempty"`
	Status  string          `json:"status,omitempty"`
	Scores  Scores          `json:"scores,omitzero"`
	P       *float64        `json:"p,omitempty"`
	Q       *float64        `json:"q,omitempty"`
	Note    json.RawMessage `json:"note,omitempty"` // a rubric's answer
}

// The relations between insights that a graph stores. All but contradicts and relates are lineage: acyclic together.
var relations = []string{"deepens", "extends", "narrows", "revises", "crosses", "contradicts", "relates"}

// lineage is the acyclic relations.
var lineage = relations[:5]

// prefixes of ids, by kind.
var prefixes = map[string]string{
	KindInsight: "i:", KindHypothesis: "h:", KindVariable: "v:", KindContext: "c:", KindDataset: "d:", KindRound: "r:",
	KindExecution: "x:", KindRejection: "j:", KindTest: "t:", KindEdge: "e:", KindAssessment: "a:",
}

// digest is a short hash of parts: 16 hexadecimal digits of SHA-256.
func digest(parts ...string) string {
	h := sha256.New()
	for _, p := range parts {
		fmt.Fprintf(h, "%d:%s", len(p), p)
	}
	return hex.EncodeToString(h.Sum(nil)[:8])
}

// VariableID is the id of a variable.
func VariableID(name string) string { return "v:" + name }

// ContextID is the id of a context.
func ContextID(text string) string { return "c:" + text }

// DatasetID is the id of a data set.
func DatasetID(name string) string { return "d:" + name }

// itemID is the id of an edge or an assessment, and the key of a version of a data set: hashes of what they say.
func (e *Edge) itemID() string { return "e:" + digest(e.From, e.Relation, e.To, e.Source) }

// check holds an item against its kind, before it is stored or believed.
func (it *Item) check() error {
	prefix, known := prefixes[it.Kind]
	if !known {
		return fmt.Errorf("an item of unknown kind %q", it.Kind)
	}
	set := 0
	for _, p := range []bool{it.Insight != nil, it.Hypothesis != nil, it.Variable != nil, it.Context != nil, it.Dataset != nil, it.Round != nil,
		it.Execution != nil, it.Rejection != nil, it.Test != nil, it.Edge != nil, it.Assessment != nil} {
		if p {
			set++
		}
	}
	own := map[string]bool{KindInsight: it.Insight != nil, KindHypothesis: it.Hypothesis != nil, KindVariable: it.Variable != nil,
		KindContext: it.Context != nil, KindDataset: it.Dataset != nil, KindRound: it.Round != nil, KindExecution: it.Execution != nil,
		KindRejection: it.Rejection != nil, KindTest: it.Test != nil, KindEdge: it.Edge != nil, KindAssessment: it.Assessment != nil}[it.Kind]
	if set != 1 || !own {
		return fmt.Errorf("item %q: it must hold the fields of its kind, %s, and no other's", it.ID, it.Kind)
	}
	if !strings.HasPrefix(it.ID, prefix) || len(it.ID) == len(prefix) {
		return fmt.Errorf("item %q: the id of a %s begins with %s", it.ID, it.Kind, prefix)
	}
	if it.Created.IsZero() {
		return fmt.Errorf("item %s: it has no time", it.ID)
	}
	if e := it.Edge; e != nil {
		if !contains(relations, e.Relation) {
			return fmt.Errorf("edge %s: no relation is called %q", it.ID, e.Relation)
		}
		if e.Source != "declared" && e.Source != "rule" {
			return fmt.Errorf("edge %s: its source is declared or rule, not %q", it.ID, e.Source)
		}
		if e.itemID() != it.ID {
			return fmt.Errorf("edge %s: its id does not fit what it says", it.ID)
		}
	}
	return nil
}

func contains(list []string, s string) bool {
	for _, x := range list {
		if x == s {
			return true
		}
	}
	return false
}

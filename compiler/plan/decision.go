package plan

// Decision is how a result will be judged: the part of a hypothesis that changes its verdict and never its estimate.
type Decision struct {
	Expect   Expect      `json:"expect,omitempty"`
	Floor    *Floor      `json:"floor,omitempty"`
	Criteria []Criterion `json:"criteria,omitempty"` // of `decide`, all must hold; empty: the default rule
	Family   string      `json:"family,omitempty"`
	Rivals   []Rival     `json:"rivals,omitempty"`
	Lineage  []Lineage   `json:"lineage,omitempty"`
	Prior    *float64    `json:"prior,omitempty"`
	Finding  string      `json:"finding,omitempty"` // the claim in the author's words
	Because  string      `json:"because,omitempty"`
	Needs    string      `json:"needs,omitempty"`
}

// Expect is the prediction of `expect`; empty when none is made.
type Expect string

// The predictions. Amplify, attenuate and reverse are about the slope at the moderator's low end.
const (
	ExpectPositive  Expect = "positive"
	ExpectNegative  Expect = "negative"
	ExpectNonzero   Expect = "nonzero"
	ExpectNull      Expect = "null"
	ExpectAmplify   Expect = "amplify"
	ExpectAttenuate Expect = "attenuate"
	ExpectReverse   Expect = "reverse"
	ExpectVaries    Expect = "varies"
	ExpectUniform   Expect = "uniform"
)

// Floor is the smallest effect of interest on a measure: r beta d md odds rr rd eta2.
type Floor struct {
	Measure string  `json:"measure"`
	Value   float64 `json:"value"`
}

// Part is a part of a split data set; empty means all rows, where none is declared.
type Part string

// The parts of a split.
const (
	Train   Part = "train"
	Holdout Part = "holdout"
)

// Criterion is one condition of `decide`: p q effect bf e n coverage, compared with a number on a part (empty: train, or all rows
// without a split).
type Criterion struct {
	Quantity string    `json:"quantity"`
	Op       CompareOp `json:"op"`
	Value    float64   `json:"value"`
	On       Part      `json:"on,omitempty"`
}

// Rival is a competing explanation: another hypothesis of the study, or words.
type Rival struct {
	Name string `json:"name,omitempty"`
	Text string `json:"text,omitempty"`
}

// Lineage links to earlier hypotheses.
type Lineage struct {
	Relation string   `json:"relation"`
	Targets  []string `json:"targets"`
}

// Family is a declared family: hypotheses whose p-values are adjusted together.
type Family struct {
	Name   string  `json:"name"`
	Alpha  float64 `json:"alpha"`
	Method string  `json:"method"` // bh by holm bonferroni; lord saffron alpha_investing elond are for discovery
	Label  string  `json:"label,omitempty"`
}

// Split sets a share of the rows aside as the holdout. A row's part is a hash of Seed and the row's key (By, the data set's key, or
// the row number), so that it does not depend on the order of rows when a key is declared.
type Split struct {
	Holdout float64     `json:"holdout"`
	Seed    int64       `json:"seed"`
	Key     []*Variable `json:"key,omitempty"`
}

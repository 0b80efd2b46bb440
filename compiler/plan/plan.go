package plan

import "encoding/json"

// Plan is how a Spec is answered: Correlation, LeastSquares, Logit, Welch, MannWhitney or KruskalWallis. The set is closed.
type Plan interface {
	// Estimator is the name in result records.
	Estimator() string
	// Tested says what kind of test the plan makes.
	Tested() Test
	plan()
}

// Test is the kind of a test.
type Test string

// The kinds of test.
const (
	TestCorrelation Test = "correlation"
	TestCoefficient Test = "coefficient" // one degree of freedom
	TestContrast    Test = "contrast"    // two groups
	TestOmnibus     Test = "omnibus"     // several degrees of freedom at once
)

// Component is a variable as a model reads it: one number a row, or levels with the reference first.
type Component struct {
	Variable *Variable `json:"variable"`
	Factor   bool      `json:"factor,omitempty"`
	Levels   []string  `json:"levels,omitempty"`
}

// Term is one component, or the product of two.
type Term struct {
	Components []Component `json:"components"`
}

// Model is a linear predictor: an intercept and Terms, the tested one last. Factors are treatment-coded.
type Model struct {
	Outcome *Variable `json:"outcome"`
	Terms   []Term    `json:"terms"`
	Test    Test      `json:"test"`
}

// Errors names the standard errors of a least-squares plan.
type Errors string

// The standard errors.
const (
	ModelErrors   Errors = "model"
	HC3Errors     Errors = "hc3"     // MacKinnon and White 1985
	ClusterErrors Errors = "cluster" // CR1 of Stata and statsmodels
)

// Correlation is Pearson's r of two numeric columns, or Spearman's when Ranks is set.
type Correlation struct {
	Outcome  *Variable `json:"outcome"`
	Exposure *Variable `json:"exposure"`
	Ranks    bool      `json:"ranks,omitempty"`
}

// LeastSquares is ols, or wls when Weights is set. With two Groups levels and Test contrast it is the adjusted difference.
type LeastSquares struct {
	Model
	Weights *Variable `json:"weights,omitempty"`
	Errors  Errors    `json:"errors"`
	Cluster *Variable `json:"cluster,omitempty"`
	Event   string    `json:"event,omitempty"` // of a binary outcome read as 0/1 (`using ols`)
}

// Logit is logistic regression of Event against the outcome's other level.
type Logit struct {
	Model
	Event string `json:"event"`
	Other string `json:"other"`
}

// Welch is Welch's t test of two groups, the reference first.
type Welch struct {
	Outcome *Variable `json:"outcome"`
	Groups  *Variable `json:"groups"`
	Levels  []string  `json:"levels"`
}

// MannWhitney is the rank test of two groups, the reference first.
type MannWhitney struct {
	Outcome *Variable `json:"outcome"`
	Groups  *Variable `json:"groups"`
	Levels  []string  `json:"levels"`
}

// KruskalWallis is the rank test of several groups.
type KruskalWallis struct {
	Outcome *Variable `json:"outcome"`
	Groups  *Variable `json:"groups"`
	Levels  []string  `json:"levels"`
}

func (*Correlation) plan()   {}
func (*LeastSquares) plan()  {}
func (*Logit) plan()         {}
func (*Welch) plan()         {}
func (*MannWhitney) plan()   {}
func (*KruskalWallis) plan() {}

// Estimator is pearson or spearman.
func (p *Correlation) Estimator() string {
	if p.Ranks {
		return "spearman"
	}
	return "pearson"
}

// Estimator is ols or wls, with the kind of standard error when it is not the model's.
func (p *LeastSquares) Estimator() string {
	name := "ols"
	if p.Weights != nil {
		name = "wls"
	}
	if p.Errors != ModelErrors {
		name += "_" + string(p.Errors)
	}
	return name
}

// Estimator is logit.
func (*Logit) Estimator() string { return "logit" }

// Estimator is welch.
func (*Welch) Estimator() string { return "welch" }

// Estimator is mann_whitney.
func (*MannWhitney) Estimator() string { return "mann_whitney" }

// Estimator is kruskal_wallis.
func (*KruskalWallis) Estimator() string { return "kruskal_wallis" }

// Tested is correlation.
func (*Correlation) Tested() Test { return TestCorrelation }

// Tested is the model's test.
func (p *LeastSquares) Tested() Test { return p.Test }

// Tested is the model's test.
func (p *Logit) Tested() Test { return p.Test }

// Tested is contrast.
func (*Welch) Tested() Test { return TestContrast }

// Tested is contrast.
func (*MannWhitney) Tested() Test { return TestContrast }

// Tested is omnibus.
func (*KruskalWallis) Tested() Test { return TestOmnibus }

// Rows counts the rows of a bound plan.
type Rows struct {
	Total    int64 `json:"n_total"` // rows of the table
	Kept     int64 `json:"n_kept"`  // rows that `where` and a named contrast keep
	Complete int64 `json:"n"`       // kept rows with every variable present
}

// Coverage is complete over kept rows, 0 when none is kept.
func (r Rows) Coverage() float64 {
	if r.Kept == 0 {
		return 0
	}
	return float64(r.Complete) / float64(r.Kept)
}

// Pooled is a sparse level that was merged into "(other)" or, when the pool itself was too small, left out.
type Pooled struct {
	Variable string `json:"variable"`
	Level    string `json:"level"`
	N        int64  `json:"n"`
	Dropped  bool   `json:"dropped,omitempty"`
}

// Bound is a Spec bound to data: the estimator plan that its observed levels led to.
type Bound struct {
	Spec       *Spec    `json:"spec"`
	Plan       Plan     `json:"plan"`
	Why        string   `json:"why"`     // why this estimator
	Formula    string   `json:"formula"` // the model in words, for people
	Rows       Rows     `json:"rows"`
	Parameters int      `json:"parameters"` // columns of the design, intercept included; groups for rank and Welch tests
	Pooled     []Pooled `json:"pooled,omitempty"`
}

// MarshalJSON adds the kind of the plan beside its fields.
func (b Bound) MarshalJSON() ([]byte, error) {
	type plain Bound // drops the method
	return json.Marshal(struct {
		Estimator string `json:"estimator"`
		Test      Test   `json:"test"`
		plain
	}{b.Plan.Estimator(), b.Plan.Tested(), plain(b)})
}

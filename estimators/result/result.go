// Package result holds the record of one executed hypothesis: the same JSON object in `hyp run --json`, the graph and the
// kernel. A field that is not defined for a test is absent; NaN and infinities never appear.
package result

import "slices"

// Schema is the version of the record's shape.
const Schema = 1

// Status tells whether there is a number.
type Status string

// The statuses.
const (
	OK      Status = "ok"
	Refused Status = "refused"
	Blocked Status = "blocked"
)

// Record is one result. Intervals are at 95%. Coverage is complete rows over the rows that `where` keeps.
type Record struct {
	Schema        int           `json:"schema"`
	ID            string        `json:"id"`
	Name          string        `json:"name,omitempty"`
	Claim         string        `json:"claim"`
	Template      string        `json:"template"`
	Outcome       string        `json:"outcome"`
	Exposure      string        `json:"exposure,omitempty"`
	Moderator     string        `json:"moderator,omitempty"`
	Groups        string        `json:"groups,omitempty"`
	Controls      []string      `json:"controls"`
	Weights       string        `json:"weights,omitempty"`
	Where         string        `json:"where,omitempty"`
	Part          string        `json:"part,omitempty"` // train or holdout, of a split data set
	Dataset       string        `json:"dataset"`
	Specification string        `json:"specification"`
	Estimand      string        `json:"estimand"`
	Status        Status        `json:"status"`
	Refusal       *Refusal      `json:"refusal,omitempty"`
	Needs         string        `json:"needs,omitempty"` // blocked: the data that do not exist yet
	Estimator     string        `json:"estimator,omitempty"`
	Test          string        `json:"test,omitempty"`
	Why           string        `json:"why,omitempty"` // why this estimator
	NTotal        int64         `json:"n_total"`
	N             int64         `json:"n"`
	Coverage      *float64      `json:"coverage,omitempty"`
	Estimate      *float64      `json:"estimate,omitempty"`
	StdError      *float64      `json:"std_error,omitempty"`
	Low           *float64      `json:"low,omitempty"`
	High          *float64      `json:"high,omitempty"`
	Statistic     *Statistic    `json:"statistic,omitempty"`
	P             *float64      `json:"p,omitempty"` // 0 when below the smallest double; log10_p is exact
	Log10P        *float64      `json:"log10_p,omitempty"`
	Effect        *Effect       `json:"effect,omitempty"`
	Magnitude     *float64      `json:"magnitude,omitempty"` // the effect on the common |r| scale, unsigned
	OddsRatio     *Interval     `json:"odds_ratio,omitempty"`
	Reference     string        `json:"reference,omitempty"` // the reference level of the tested factor
	Event         string        `json:"event,omitempty"`     // the outcome level whose odds are modelled
	Contrast      string        `json:"contrast,omitempty"`  // "a vs b": the difference that estimate is
	Levels        []Level       `json:"levels,omitempty"`
	Pooled        []Level       `json:"pooled,omitempty"`
	Coefficients  []Coefficient `json:"coefficients,omitempty"`
	Warnings      []Warning     `json:"warnings,omitempty"`
	Finding       string        `json:"finding,omitempty"`     // one sentence
	ResidualSD    *float64      `json:"residual_sd,omitempty"` // of a linear model: sqrt(SSE/df), the unit of an adjusted d
	Marginal      *Marginal     `json:"marginal,omitempty"`
	Slopes        *Slopes       `json:"slopes,omitempty"`
	Verdict       *Verdict      `json:"verdict,omitempty"`
	Q             *float64      `json:"q,omitempty"` // the p-value of the claim, adjusted in Family
	Log10Q        *float64      `json:"log10_q,omitempty"`
	Family        *Family       `json:"family,omitempty"`
	Holdout       *Summary      `json:"holdout,omitempty"`
	Rivals        []Rival       `json:"rivals,omitempty"`
	Equivalence   *Equivalence  `json:"equivalence,omitempty"`
	Detectable    *Detectable   `json:"detectable,omitempty"`
	Statement     string        `json:"statement,omitempty"` // the `claim` clause: the claim in the author's words
	Because       string        `json:"because,omitempty"`   // the author's reason
	Expect        string        `json:"expect,omitempty"`    // the prediction, as written
	Prior         *float64      `json:"prior,omitempty"`     // the author's probability of the claim before the data
	Lineage       []Lineage     `json:"lineage,omitempty"`
	DataHash      string        `json:"data_hash"`
	ElapsedMS     float64       `json:"elapsed_ms,omitempty"`
}

// Lineage links a hypothesis to earlier ones: Relation is the clause's word, Targets are their names.
type Lineage struct {
	Relation string   `json:"relation"`
	Targets  []string `json:"targets"`
}

// Refusal is why there is no number: a code of ESTIMATORS and a sentence that names columns, levels and counts.
type Refusal struct {
	Code    string `json:"code"`
	Message string `json:"message"`
	Help    string `json:"help,omitempty"`
}

// Error makes a Refusal an error, so that estimators can return it.
func (r *Refusal) Error() string { return r.Code + ": " + r.Message }

// Statistic is the test statistic. t has its degrees of freedom in DF2, chi2 and H in DF1, F in both, z and U in none.
type Statistic struct {
	Name  string   `json:"name"`
	Value float64  `json:"value"`
	DF1   *float64 `json:"df1,omitempty"`
	DF2   *float64 `json:"df2,omitempty"`
}

// Effect is a standardised effect with its interval.
type Effect struct {
	Measure string   `json:"measure"`
	Value   float64  `json:"value"`
	Low     *float64 `json:"low,omitempty"`
	High    *float64 `json:"high,omitempty"`
	PerSD   *float64 `json:"per_sd,omitempty"` // logit_d with numeric parts: per standard deviation of each instead of per unit
	// NoncentralLow and NoncentralHigh are the noncentral-F interval of partial_eta2, kept beside the delta interval.
	NoncentralLow  *float64 `json:"noncentral_low,omitempty"`
	NoncentralHigh *float64 `json:"noncentral_high,omitempty"`
}

// Interval is a value with its 95% interval.
type Interval struct {
	Value float64 `json:"value"`
	Low   float64 `json:"low"`
	High  float64 `json:"high"`
}

// Level is a level and the complete rows that have it; Mean and SD describe the outcome there when it is numeric, Share
// is the share of events when it is binary.
type Level struct {
	Value string   `json:"value"`
	N     int64    `json:"n"`
	Mean  *float64 `json:"mean,omitempty"`
	SD    *float64 `json:"sd,omitempty"`
	Share *float64 `json:"share,omitempty"`
}

// Coefficient is one coefficient of the tested term.
type Coefficient struct {
	Term     string  `json:"term"`
	Estimate float64 `json:"estimate"`
	StdError float64 `json:"std_error"`
	Low      float64 `json:"low"`
	High     float64 `json:"high"`
}

// PartlyEstimable is the code of the warning that the rows determine only a part of the tested term.
const PartlyEstimable = "partly-estimable"

// Partly tells whether the test is of a part of the term only: of the levels or combinations that the rows can compare.
func (r *Record) Partly() bool {
	return slices.ContainsFunc(r.Warnings, func(w Warning) bool { return w.Code == PartlyEstimable })
}

// Warning is a doubt about a number; Severity is review or material.
type Warning struct {
	Code     string `json:"code"`
	Severity string `json:"severity"`
	Message  string `json:"message"`
}

package result

// Value is a verdict's word.
type Value string

// The verdicts. Qualified is supported, but a rival's control or a declared moderator changes the sign or halves the size, or an
// absence was shown of a part of the term only. None
// is a hypothesis without a number (it was refused); Blocked one whose data do not exist yet.
const (
	Supported    Value = "supported"
	Refuted      Value = "refuted"
	Inconclusive Value = "inconclusive"
	Qualified    Value = "qualified"
	BlockedYet   Value = "blocked"
	None         Value = "none"
)

// Verdict is what a hypothesis' own criterion makes of its result: one sentence, and each condition behind it.
type Verdict struct {
	Value    Value       `json:"value"`
	Reason   string      `json:"reason"`
	Criteria []Criterion `json:"criteria,omitempty"`
}

// Criterion is one condition of a verdict, as judged. Value is absent when the condition could not be evaluated; Note then says
// why, and the condition does not hold. Log10 is beside a value that is a probability, which may be below the doubles.
type Criterion struct {
	Text  string   `json:"text"`
	Value *float64 `json:"value,omitempty"`
	Log10 *float64 `json:"log10,omitempty"`
	Holds bool     `json:"holds"`
	Note  string   `json:"note,omitempty"`
}

// Family is the family that q was made in. Tests counts the specifications that were tested; refused and blocked hypotheses,
// and second copies of a specification, are not tests.
type Family struct {
	Name   string  `json:"name"`
	Method string  `json:"method"`
	Alpha  float64 `json:"alpha"`
	Tests  int     `json:"tests"`
}

// Equivalence is the test that an effect is smaller than the floor: two one-sided tests, or for a measure without sign the one
// upper one. [Low90, High90] is the effect's 90% interval on the measure, which lies inside the floor exactly when P < 0.05.
// For odds and rr the floor f means the range from 1/f to f.
type Equivalence struct {
	Measure string  `json:"measure"`
	Value   float64 `json:"value"`
	Low90   float64 `json:"low90"`
	High90  float64 `json:"high90"`
	Floor   float64 `json:"floor"`
	P       float64 `json:"p"`
	Log10P  float64 `json:"log10_p"`
	Inside  bool    `json:"inside"`
}

// Detectable is the smallest effect that a test like this one finds with the given power at level alpha on as many rows.
type Detectable struct {
	Measure string  `json:"measure"`
	Value   float64 `json:"value"`
	Power   float64 `json:"power"`
	Alpha   float64 `json:"alpha"`
}

// Marginal holds a binary outcome's average marginal contrasts with their 95% intervals: the mean over the rows of the share
// of events with everyone in the tested group (or one unit higher in a numeric exposure) against everyone in the reference (or as
// they are), as ratio and as difference. The interval of the ratio is symmetric on the log scale.
type Marginal struct {
	RR *Interval `json:"rr,omitempty"`
	RD *Interval `json:"rd,omitempty"`
}

// Slope is the outcome's slope on the exposure at one place: a moderator's value or level, or a group. At is the value as text.
// The slope of a binary outcome is one of log odds. The interval is at 95%.
type Slope struct {
	At       string  `json:"at"`
	Slope    float64 `json:"slope"`
	StdError float64 `json:"std_error"`
	Low      float64 `json:"low"`
	High     float64 `json:"high"`
}

// Slopes are the slopes behind an interaction. Low and High are at the two ends of the moderator over the complete rows: the 10th and
// 90th percentile of a numeric one (R's type 7; the smallest and largest value where the two percentiles are equal), the
// reference and the other level of one with two levels. Groups are the slopes in each group of a heterogeneity.
type Slopes struct {
	Low    *Slope  `json:"low,omitempty"`
	High   *Slope  `json:"high,omitempty"`
	Groups []Slope `json:"groups,omitempty"`
}

// Summary is the essential numbers of a further run of a hypothesis: on the holdout, or with a rival's variables controlled.
type Summary struct {
	Status    Status     `json:"status"`
	Refusal   *Refusal   `json:"refusal,omitempty"`
	Estimator string     `json:"estimator,omitempty"`
	N         int64      `json:"n"`
	Coverage  *float64   `json:"coverage,omitempty"`
	Estimate  *float64   `json:"estimate,omitempty"`
	StdError  *float64   `json:"std_error,omitempty"`
	Low       *float64   `json:"low,omitempty"`
	High      *float64   `json:"high,omitempty"`
	Statistic *Statistic `json:"statistic,omitempty"`
	P         *float64   `json:"p,omitempty"`
	Log10P    *float64   `json:"log10_p,omitempty"`
	Q         *float64   `json:"q,omitempty"`
	Log10Q    *float64   `json:"log10_q,omitempty"`
	Effect    *Effect    `json:"effect,omitempty"`
	Magnitude *float64   `json:"magnitude,omitempty"`
	OddsRatio *Interval  `json:"odds_ratio,omitempty"`
}

// Summary extracts a record's essential numbers; the pointers are shared.
func (r *Record) Summary() *Summary {
	return &Summary{
		Status: r.Status, Refusal: r.Refusal, Estimator: r.Estimator, N: r.N, Coverage: r.Coverage, Estimate: r.Estimate,
		StdError: r.StdError, Low: r.Low, High: r.High, Statistic: r.Statistic, P: r.P, Log10P: r.Log10P, Q: r.Q, Log10Q: r.Log10Q,
		Effect: r.Effect, Magnitude: r.Magnitude, OddsRatio: r.OddsRatio,
	}
}

// Rival is a competing explanation beside the claim: another hypothesis with its own verdict-free numbers, and the claim's when the
// rival's variables are controlled; or words only.
type Rival struct {
	Name       string   `json:"name,omitempty"`
	Text       string   `json:"text,omitempty"`
	Result     *Summary `json:"result,omitempty"`     // the rival's own result
	Controlled *Summary `json:"controlled,omitempty"` // the claim's result with the rival's variables controlled
	Ratio      *float64 `json:"ratio,omitempty"`      // of the claim's effect with the rival controlled to that without
	Changes    string   `json:"changes,omitempty"`    // "sign", "halved", or nothing
}

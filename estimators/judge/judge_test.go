package judge

import (
	"errors"
	"math"
	"strings"
	"testing"

	"github.com/hyp-lang/hyp/compiler/plan"
	"github.com/hyp-lang/hyp/estimators/result"
)

func refused(code, message string) *result.Record {
	return &result.Record{Claim: "assoc(x, y)", Status: result.Refused, Refusal: &result.Refusal{Code: code, Message: message}}
}

// inFamily gives a record the q and family that AdjustFamily would.
func inFamily(r *result.Record, q float64) *result.Record {
	r.Q, r.Log10Q = ptr(q), ptr(math.Log10(q))
	r.Family = &result.Family{Name: "f", Method: "bh", Alpha: 0.1, Tests: 4}
	return r
}

func under(d plan.Decision) plan.Decision { d.Family = "f"; return d }

func onHoldout(c plan.Criterion) plan.Criterion { c.On = plan.Holdout; return c }

func with(d plan.Decision, c ...plan.Criterion) plan.Decision { d.Criteria = c; return d }

func TestVerdicts(t *testing.T) {
	pos, neg := plan.ExpectPositive, plan.ExpectNegative
	blocked := &result.Record{Claim: "assoc(x, y)", Status: result.Blocked, Needs: "the 1990 wave"}
	// n = 20000: the 95% interval of r = .002 is within .012 of it, so its 90% interval lies inside the default floor.
	tiny := func(r, p float64) *result.Record { return correlation(r, 20000, p) }
	for name, c := range map[string]struct {
		d       plan.Decision
		rec     *result.Record
		holdout *result.Record
		want    result.Value
		says    string // part of the reason
	}{
		// The default rule.
		"supported":                  {expect(pos), correlation(0.2, 400, 0.001), nil, result.Supported, "The effect is positive as expected: p = 0.0010 meets p < 0.05 and r 0.2 meets the default floor r >= 0.03."},
		"supported negative":         {expect(neg), correlation(-0.2, 400, 0.001), nil, result.Supported, "negative as expected"},
		"supported nonzero":          {expect(plan.ExpectNonzero), correlation(-0.2, 400, 0.001), nil, result.Supported, "as expected (negative)"},
		"supported without expect":   {plan.Decision{}, correlation(-0.2, 400, 0.001), nil, result.Supported, "no direction was predicted"},
		"p exactly .05":              {expect(pos), correlation(0.2, 96, 0.05), nil, result.Inconclusive, "misses p < 0.05"},
		"p just below":               {expect(pos), correlation(0.2, 97, 0.0499999), nil, result.Supported, "p = 0.0499999 meets"},
		"at the default floor":       {expect(pos), correlation(0.03, 9000, 0.004), nil, result.Supported, ""},
		"under the default floor":    {expect(pos), correlation(0.0299, 9000, 0.004), nil, result.Inconclusive, "r 0.0299 misses the default floor r >= 0.03"},
		"at a written floor":         {floored(pos, "r", 0.2), correlation(0.2, 400, 0.001), nil, result.Supported, "meets the floor r >= 0.2"},
		"opposite":                   {expect(pos), correlation(-0.2, 400, 0.001), nil, result.Refuted, "Expected a positive effect, but the effect is negative, with r -0.2: p = 0.0010 meets p < 0.05."},
		"opposite under the floor":   {floored(neg, "r", 0.5), correlation(0.2, 400, 0.001), nil, result.Refuted, "the effect is positive"},
		"opposite at .05":            {expect(pos), correlation(-0.2, 96, 0.05), nil, result.Inconclusive, "the effect is negative where positive was expected"},
		"equivalent":                 {expect(pos), tiny(0.002, 0.78), nil, result.Refuted, "The effect is smaller than the default floor r >= 0.03: the 90% interval of r, -0.009631 to 0.01363, lies inside -0.03 to 0.03."},
		"significant but equivalent": {expect(pos), tiny(0.0155, 0.028), nil, result.Refuted, "lies inside"},
		"equivalent without expect":  {plan.Decision{}, tiny(0.002, 0.78), nil, result.Refuted, "smaller than"},
		"inconclusive":               {expect(pos), correlation(0.1, 50, 0.49), nil, result.Inconclusive, "p = 0.490 misses p < 0.05; on n = 50 even a true r of 0.3843 is found only four times in five."},
		"effect of zero":             {expect(pos), correlation(0, 50, 1), nil, result.Inconclusive, "the effect is zero where positive was expected"},
		"omnibus has no sign":        {expect(pos), anova(9, 1e-5), nil, result.Inconclusive, "an omnibus test has no direction"},
		"omnibus equivalent":         {floored("", "r", 0.1), anova(0.9, 0.44), nil, result.Refuted, "lies inside 0 to 0.1"},
		"varies":                     {expect(plan.ExpectVaries), anova(9, 1e-5), nil, result.Supported, "The slopes differ as expected: "},
		"varies, not significant":    {expect(plan.ExpectVaries), anova(1.1, 0.35), nil, result.Inconclusive, "p = 0.350 misses"},
		"varies, equivalent":         {floored(plan.ExpectVaries, "eta2", 0.02), anova(1.1, 0.35), nil, result.Refuted, "the 90% interval of partial eta squared, 0 to 0.009069, lies inside 0 to 0.02"},
		"odds supported":             {floored(pos, "odds", 1.2), logit(0.4, 0.1, 1e-4), nil, result.Supported, "odds ratio 1.492 meets the floor odds >= 1.2"},
		"odds downwards":             {floored(neg, "odds", 1.2), logit(-0.4, 0.1, 1e-4), nil, result.Supported, "odds ratio 0.6703"},
		"odds equivalent":            {floored(pos, "odds", 1.2), logit(0.05, 0.04, 0.21), nil, result.Refuted, "0.9843 to 1.123, lies inside 0.8333 to 1.2"},
		"measure not in the data":    {floored(pos, "odds", 1.2), correlation(0.2, 400, 0.001), nil, result.Inconclusive, "the floor odds >= 1.2 cannot be judged, `odds` is not available: this pearson test has no odds ratio"},
		"blocked":                    {plan.Decision{Expect: pos, Needs: "x"}, blocked, nil, result.BlockedYet, "The data do not exist yet (the 1990 wave)."},
		"refused":                    {expect(pos), refused("too-few-rows", "3 complete rows"), nil, result.None, "There is no number to judge: 3 complete rows."},

		// Predicted absence.
		"null supported":       {floored(plan.ExpectNull, "r", 0.05), tiny(0.01, 0.16), nil, result.Supported, "The effect is absent to within the floor r >= 0.05: the 90% interval of r, "},
		"null though p < .05":  {floored(plan.ExpectNull, "r", 0.05), tiny(0.0155, 0.028), nil, result.Supported, ""},
		"null refuted":         {floored(plan.ExpectNull, "r", 0.05), correlation(0.2, 400, 0.001), nil, result.Refuted, "Expected no effect, but r 0.2 is at least the floor r >= 0.05, and p = 0.0010 meets p < 0.05."},
		"null refuted at size": {floored(plan.ExpectNull, "r", 0.2), correlation(-0.2, 400, 0.001), nil, result.Refuted, "is at least"},
		"null, p exactly .05":  {floored(plan.ExpectNull, "r", 0.2), correlation(0.2, 96, 0.05), nil, result.Inconclusive, "so an absence is not shown"},
		"null, large p":        {floored(plan.ExpectNull, "r", 0.05), correlation(0.01, 50, 0.94), nil, result.Inconclusive, "does not lie inside -0.05 to 0.05"},
		"null, small effect":   {floored(plan.ExpectNull, "r", 0.05), correlation(0.04, 5000, 0.005), nil, result.Inconclusive, "does not lie inside"},
		"null on md":           {floored(plan.ExpectNull, "md", 0.5), welch(), nil, result.Supported, "the mean difference, -0.3881 to 0.3947, lies inside -0.5 to 0.5 (equivalence p = 0.021)."},
		"null on md too wide":  {floored(plan.ExpectNull, "md", 0.39), welch(), nil, result.Inconclusive, ""},
		"null, floor 0":        {floored(plan.ExpectNull, "r", 0), correlation(0.01, 50, 0.94), nil, result.Inconclusive, "nothing is smaller than a floor of 0"},
		"null, no measure":     {floored(plan.ExpectNull, "d", 0.1), anova(1, 0.4), nil, result.Inconclusive, "cannot be judged"},
		"null omnibus":         {floored(plan.ExpectNull, "eta2", 0.02), anova(1.1, 0.35), nil, result.Supported, "lies inside 0 to 0.02"},
		"uniform":              {floored(plan.ExpectUniform, "r", 0.1), anova(1.1, 0.35), nil, result.Supported, "The slopes are the same to within the floor r >= 0.1"},
		"uniform refuted":      {floored(plan.ExpectUniform, "eta2", 0.02), anova(9, 1e-5), nil, result.Refuted, "Expected equal slopes"},
		"uniform not shown":    {floored(plan.ExpectUniform, "r", 0.05), anova(1.1, 0.35), nil, result.Inconclusive, ""},

		// Families: q < alpha in the place of p < .05.
		"family":                  {under(expect(pos)), inFamily(correlation(0.2, 400, 0.001), 0.08), nil, result.Supported, "q = 0.080 meets q < 0.1 and"},
		"family, q at alpha":      {under(expect(pos)), inFamily(correlation(0.2, 400, 0.001), 0.1), nil, result.Inconclusive, "q = 0.1 misses q < 0.1"},
		"family, opposite":        {under(expect(pos)), inFamily(correlation(-0.2, 400, 0.001), 0.08), nil, result.Refuted, "q = 0.080"},
		"family, opposite, q big": {under(expect(pos)), inFamily(correlation(-0.2, 400, 0.001), 0.3), nil, result.Inconclusive, ""},
		"family, null":            {under(floored(plan.ExpectNull, "r", 0.05)), inFamily(tiny(0.01, 0.16), 0.04), nil, result.Supported, "lies inside -0.05 to 0.05, and q = 0.040 meets q < 0.1."},
		"family, null, q big":     {under(floored(plan.ExpectNull, "r", 0.05)), inFamily(tiny(0.01, 0.16), 0.4), nil, result.Inconclusive, "q = 0.400 misses"},

		// Explicit criteria.
		"decide p":                {decided(pos, crit("p", "<", 0.01)), correlation(0.2, 400, 0.005), nil, result.Supported, "as expected, with r 0.2: p = 0.0050 meets p < 0.01."},
		"decide p, missed":        {decided(pos, crit("p", "<", 0.001)), correlation(0.2, 400, 0.005), nil, result.Inconclusive, "p = 0.0050 misses p < 0.001"},
		"decide has no default":   {decided(pos, crit("p", "<", 0.05)), tiny(0.0155, 0.028), nil, result.Supported, ""},
		"decide, small, no floor": {decided(pos, crit("p", "<", 0.05)), tiny(0.002, 0.78), nil, result.Inconclusive, "p = 0.780 misses p < 0.05"},
		"decide and floor":        {with(floored(pos, "r", 0.1), crit("p", "<", 0.05)), correlation(0.05, 4000, 0.001), nil, result.Refuted, "lies inside -0.1 to 0.1"},
		"decide, opposite":        {decided(pos, crit("p", "<", 0.01)), correlation(-0.2, 400, 0.005), nil, result.Refuted, ""},
		"decide, opposite, weak":  {decided(pos, crit("p", "<", 0.001)), correlation(-0.2, 400, 0.005), nil, result.Inconclusive, ""},
		"decide n, opposite":      {decided(pos, crit("n", ">=", 100)), correlation(-0.2, 400, 0.005), nil, result.Refuted, "p = 0.0050 meets p < 0.05"},
		"decide n":                {decided(pos, crit("n", ">=", 400)), correlation(0.2, 400, 0.5), nil, result.Supported, "n = 400 meets n >= 400"},
		"decide n, missed":        {decided(pos, crit("n", ">", 400)), correlation(0.2, 400, 0.001), nil, result.Inconclusive, ""},
		"decide coverage":         {decided(pos, crit("coverage", ">=", 0.9)), correlation(0.2, 400, 0.5), nil, result.Supported, ""},
		"decide coverage missed":  {decided(pos, crit("coverage", ">", 0.9)), correlation(0.2, 400, 0.001), nil, result.Inconclusive, ""},
		"decide effect":           {decided(neg, crit("effect", ">=", 0.2)), correlation(-0.2, 400, 0.5), nil, result.Supported, "The effect is negative as expected: r = 0.2 meets effect >= 0.2."},
		// 1/(2 sqrt(0.0001)) = 50.
		"decide e":               {decided(pos, crit("e", ">", 20)), correlation(0.2, 400, 0.0001), nil, result.Supported, "The effect is positive as expected, with r 0.2: e = 50 (the e-value 1/(2 sqrt p)) meets e > 20."},
		"decide e and effect":    {decided(pos, crit("e", ">", 20), crit("effect", ">", 0.1)), correlation(0.2, 400, 0.0001), nil, result.Supported, "as expected: e = 50 (the e-value 1/(2 sqrt p)) meets e > 20 and r = 0.2 meets effect > 0.1."},
		"decide bf":              {decided(pos, crit("bf", "<", 0.2)), correlation(0.01, 400, 0.84), nil, result.Supported, " (the Bayes factor by the BIC approximation) meets bf < 0.2."},
		"decide effect on floor": {with(floored(neg, "odds", 1.2), crit("effect", ">=", 1.4)), logit(-0.4, 0.1, 1e-4), nil, result.Supported, "odds ratio = 1.492"},
		"decide q":               {under(decided(pos, crit("q", "<", 0.05))), inFamily(correlation(0.2, 400, 0.001), 0.04), nil, result.Supported, "q = 0.040 meets"},
		"decide tiny p":          {decided(pos, crit("p", "<", 1e-300)), func() *result.Record { r := correlation(0.9, 4000, 0.5); r.P, r.Log10P = ptr(0), ptr(-2707); return r }(), nil, result.Supported, "p < 10^-2706 meets p < 1e-300"},
		"decide null p":          {with(floored(plan.ExpectNull, "r", 0.05), crit("p", "<", 0.01)), tiny(0.01, 0.16), nil, result.Supported, "meets p < 0.01"},
		"decide null p missed":   {with(floored(plan.ExpectNull, "r", 0.05), crit("p", "<", 1e-30)), tiny(0.01, 0.16), nil, result.Inconclusive, "misses p < 1e-30"},
		"decide bf of ranks":     {decided(pos, crit("bf", ">", 3)), func() *result.Record { r := correlation(0.2, 400, 0.001); r.Estimator = "mann_whitney"; return r }(), nil, result.Inconclusive, "bf is not available"},

		// The holdout.
		"holdout":            {decided(pos, crit("p", "<", 0.05), onHoldout(crit("p", "<", 0.05))), correlation(0.2, 400, 0.001), correlation(0.15, 200, 0.03), result.Supported, "p = 0.030 meets p < 0.05 on holdout"},
		"holdout missed":     {decided(pos, crit("p", "<", 0.05), onHoldout(crit("p", "<", 0.05))), correlation(0.2, 400, 0.001), correlation(0.1, 200, 0.16), result.Inconclusive, "p = 0.160 misses p < 0.05 on holdout"},
		"holdout other sign": {decided(plan.ExpectNonzero, crit("p", "<", 0.05), onHoldout(crit("p", "<", 0.05))), correlation(0.2, 400, 0.001), correlation(-0.2, 200, 0.004), result.Inconclusive, "the direction is another on the holdout"},
		"holdout refused":    {decided(pos, crit("p", "<", 0.05), onHoldout(crit("p", "<", 0.05))), correlation(0.2, 400, 0.001), refused("too-few-rows", "3 complete rows"), result.Inconclusive, "there is no result on this part: 3 complete rows"},
		"holdout not asked":  {expect(pos), correlation(0.2, 400, 0.001), correlation(-0.2, 200, 0.004), result.Supported, ""},
		"holdout null":       {with(floored(plan.ExpectNull, "r", 0.05), crit("p", "<", 0.05), onHoldout(crit("p", "<", 0.05))), tiny(0.01, 0.16), tiny(-0.01, 0.16), result.Supported, ""},
		"holdout of n, on q": {under(decided(pos, crit("q", "<", 0.05), onHoldout(crit("n", ">", 100)))), inFamily(correlation(0.2, 400, 0.001), 0.04), correlation(0.15, 200, 0.03), result.Supported, "n = 200 meets n > 100 on holdout"},
		"train named":        {decided(pos, plan.Criterion{Quantity: "p", Op: "<", Value: 0.05, On: plan.Train}), correlation(0.2, 400, 0.001), nil, result.Supported, "p < 0.05 on train"},
	} {
		got, err := Judge(Input{Decision: c.d, Record: c.rec, Holdout: c.holdout})
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		v := got.Verdict
		if v.Value != c.want || !strings.Contains(v.Reason, c.says) {
			t.Errorf("%s: %s: %s\n\twant %s: %s", name, v.Value, v.Reason, c.want, c.says)
		}
		if !strings.HasSuffix(v.Reason, ".") || strings.Contains(v.Reason, "..") || strings.Contains(v.Reason, "NaN") || strings.Contains(v.Reason, ": .") {
			t.Errorf("%s: not a sentence: %q", name, v.Reason)
		}
		all := true
		for _, k := range v.Criteria {
			all = all && k.Holds
			if k.Text == "" || k.Value == nil && k.Note == "" && k.Holds {
				t.Errorf("%s: criterion %+v", name, k)
			}
		}
		if c.rec.Status == result.OK && all != (c.want == result.Supported) {
			t.Errorf("%s: criteria all hold: %v, verdict %s: %+v", name, all, v.Value, v.Criteria)
		}
		if c.holdout != nil && (got.Holdout == nil || got.Holdout.N != c.holdout.N) {
			t.Errorf("%s: holdout is not kept", name)
		}
	}
}

func TestDeclarationErrors(t *testing.T) {
	ok := correlation(0.2, 400, 0.001)
	for name, c := range map[string]struct {
		d    plan.Decision
		want error
	}{
		"q without family":  {decided("", crit("q", "<", 0.05)), ErrNoFamily},
		"q not computed":    {under(decided("", crit("q", "<", 0.05))), ErrNoQ},
		"family, no q":      {under(expect("")), ErrNoQ},
		"null":              {expect(plan.ExpectNull), ErrNoFloor},
		"uniform":           {expect(plan.ExpectUniform), ErrNoFloor},
		"holdout":           {decided("", onHoldout(crit("p", "<", 0.05))), ErrNoHoldout},
		"quantity":          {decided("", crit("aic", "<", 0.05)), ErrQuantity},
		"comparison":        {decided("", crit("p", "~", 0.05)), ErrQuantity},
		"odds of 0":         {floored("", "odds", 0), ErrBadFloor},
		"negative floor":    {floored("", "r", -0.1), ErrBadFloor},
		"not a number":      {floored("", "r", math.NaN()), ErrBadFloor},
		"unknown measure":   {floored("", "rho", 0.1), ErrBadFloor},
		"q only in holdout": {under(decided("", crit("n", ">", 1), onHoldout(crit("q", "<", 0.05)))), ErrNoHoldout},
	} {
		if j, err := Judge(Input{Decision: c.d, Record: ok}); !errors.Is(err, c.want) || !strings.Contains(err.Error(), "assoc(x, y)") {
			t.Errorf("%s: got %v, %v", name, j, err)
		}
	}
	d := under(decided("", onHoldout(crit("q", "<", 0.05))))
	if _, err := Judge(Input{Decision: d, Record: inFamily(correlation(0.2, 400, 0.001), 0.01), Holdout: ok}); !errors.Is(err, ErrNoQ) {
		t.Errorf("q on a holdout without q: %v", err)
	}
}

// A binary moderator's or a numeric one's ends: what amplify, attenuate and reverse ask of the slopes.
func TestSlopes(t *testing.T) {
	am, at, re := plan.ExpectAmplify, plan.ExpectAttenuate, plan.ExpectReverse
	for name, c := range map[string]struct {
		expect    plan.Expect
		low, high result.Slope
		p         float64
		want      result.Value
		says      string
	}{
		"amplify":                  {am, slope("1", 0.5, 0.2), slope("9", 0.9, 0.2), 0.001, result.Supported, "The slope grows as expected, from 0.5 at 1 to 0.9 at 9: p = 0.0010"},
		"amplify downwards":        {am, slope("1", -0.5, 0.2), slope("9", -0.9, 0.2), 0.001, result.Supported, ""},
		"amplify, not significant": {am, slope("1", 0.5, 0.2), slope("9", 0.9, 0.2), 0.2, result.Inconclusive, "p = 0.200"},
		"amplify from near 0":      {am, slope("1", 0.05, 0.2), slope("9", 0.9, 0.2), 0.001, result.Supported, ""},
		"amplify from the other":   {am, slope("1", -0.05, 0.2), slope("9", 0.9, 0.2), 0.001, result.Inconclusive, "the first is not clearly different from 0"},
		"amplify, weaker":          {am, slope("1", 0.9, 0.2), slope("9", 0.5, 0.2), 0.001, result.Refuted, "Expected a stronger slope, but the slope goes from 0.9 at 1 to 0.5 at 9"},
		"amplify, unclear end":     {am, slope("1", 0.01, 0.2), slope("9", 0.1, 0.2), 0.001, result.Inconclusive, "neither clearly different from 0"},
		"attenuate":                {at, slope("1", 0.9, 0.2), slope("9", 0.5, 0.2), 0.001, result.Supported, "weakens as expected"},
		"attenuate to nothing":     {at, slope("1", 0.9, 0.2), slope("9", -0.1, 0.2), 0.001, result.Supported, ""},
		"attenuate past 0":         {at, slope("1", 0.9, 0.2), slope("9", -0.5, 0.2), 0.001, result.Refuted, "Expected a weaker slope"},
		"attenuate, stronger":      {at, slope("1", 0.5, 0.2), slope("9", 0.9, 0.2), 0.001, result.Refuted, ""},
		"attenuate, weak opposite": {at, slope("1", 0.5, 0.2), slope("9", 0.9, 0.2), 0.3, result.Inconclusive, "where a weaker slope was expected"},
		"attenuate, unclear start": {at, slope("1", 0.1, 0.2), slope("9", 0.01, 0.2), 0.001, result.Inconclusive, ""},
		"reverse":                  {re, slope("1", 0.9, 0.2), slope("9", -0.5, 0.2), 0.001, result.Supported, "reverses as expected, from 0.9 at 1 to -0.5 at 9"},
		"reverse, only weaker":     {re, slope("1", 0.9, 0.2), slope("9", 0.5, 0.2), 0.001, result.Refuted, ""},
		"reverse, only stronger":   {re, slope("1", 0.5, 0.2), slope("9", 0.9, 0.2), 0.001, result.Refuted, ""},
		"reverse, unclear end":     {re, slope("1", 0.9, 0.2), slope("9", -0.1, 0.2), 0.001, result.Inconclusive, "the second is not clearly different from 0"},
		"touching 0 is not clear":  {re, slope("1", 0.9, 0.2), slope("9", -0.2, 0.2), 0.001, result.Inconclusive, ""},
	} {
		rec := interaction(c.high.Slope-c.low.Slope, c.p, c.low, c.high)
		got, err := Judge(Input{Decision: expect(c.expect), Record: rec})
		if err != nil || got.Verdict.Value != c.want || !strings.Contains(got.Verdict.Reason, c.says) {
			t.Errorf("%s: %s: %s (%v)\n\twant %s: %s", name, got.Verdict.Value, got.Verdict.Reason, err, c.want, c.says)
		}
	}
	missing := interaction(0.4, 0.001, slope("1", 0.5, 0.2), slope("9", 0.9, 0.2))
	missing.Slopes = nil
	got, err := Judge(Input{Decision: expect(am), Record: missing})
	if err != nil || got.Verdict.Value != result.Inconclusive || !strings.Contains(got.Verdict.Reason, "not in the result") {
		t.Errorf("no slopes: %+v %v", got.Verdict, err)
	}
	got, err = Judge(Input{Decision: expect(am), Record: anova(9, 1e-5)})
	if err != nil || got.Verdict.Value != result.Inconclusive || !strings.Contains(got.Verdict.Reason, "no low and high end") {
		t.Errorf("omnibus: %+v %v", got.Verdict, err)
	}
}

// The order of the groups in an omnibus test's holdout.
func TestSameOrder(t *testing.T) {
	make := func(means ...float64) *result.Record {
		r := anova(9, 1e-5)
		for i, m := range means {
			r.Levels = append(r.Levels, result.Level{Value: string(rune('a' + i)), N: 300, Mean: ptr(m)})
		}
		return r
	}
	d := decided(plan.ExpectVaries, crit("p", "<", 0.05), onHoldout(crit("p", "<", 0.05)))
	for name, c := range map[string]struct {
		holdout *result.Record
		want    result.Value
		says    string
	}{
		"kept":     {make(1.1, 2.5, 2.9), result.Supported, "the groups' order is kept on the holdout (rank correlation 1)"},
		"turned":   {make(3, 2, 1), result.Inconclusive, "not kept on the holdout (rank correlation -1)"},
		"no order": {make(2, 2, 2), result.Inconclusive, "no groups in common"},
		"none":     {make(), result.Inconclusive, "no groups in common"},
	} {
		got, err := Judge(Input{Decision: d, Record: make(1, 2, 3), Holdout: c.holdout})
		if err != nil || got.Verdict.Value != c.want || !strings.Contains(got.Verdict.Reason, c.says) {
			t.Errorf("%s: %+v %v", name, got.Verdict, err)
		}
	}
	// By coefficients, the reference being 0: c, reference, b against b, reference, c.
	a, b := make(), make()
	a.Coefficients = []result.Coefficient{{Term: "g[b]", Estimate: 1}, {Term: "g[c]", Estimate: -1}}
	b.Coefficients = []result.Coefficient{{Term: "g[b]", Estimate: -1}, {Term: "g[c]", Estimate: 1}}
	if rho, ok := sameOrder(a, b); !ok || rho != -1 {
		t.Errorf("coefficients: %v %v", rho, ok)
	}
}

// bf against R 4.2.2's exp((BIC(m0)-BIC(m1))/2) of lm on 12 rows: a slope with t = 8.486793969530986 on 10 df, then a factor of 2 df
// added with F = 1.8436535531507616 on 8. e by hand: 1/(2 sqrt(0.0004)) = 25.
func TestBayesFactorAndE(t *testing.T) {
	j := &judging{floor: DefaultFloor}
	slope := correlation(0.937, 12, 0.0004)
	slope.Statistic = &result.Statistic{Name: "t", Value: 8.486793969530986, DF2: ptr(10)}
	term := anova(1, 0.2195)
	term.N, term.Statistic = 12, &result.Statistic{Name: "F", Value: 1.8436535531507616, DF1: ptr(2), DF2: ptr(8)}
	for name, c := range map[string]struct {
		quantity string
		rec      *result.Record
		want     float64
	}{
		"bf slope":  {"bf", slope, 8.792414535041223e+04},
		"bf factor": {"bf", term, 0.8101502468023214},
		"bf logit":  {"bf", logit(0.4, 0.1, 1e-4), math.Exp(8) / math.Sqrt(5000)},
		"e":         {"e", slope, 25},
	} {
		q, err := j.quantity(c.quantity, c.rec)
		if err != nil || math.Abs(q.value/c.want-1) > 1e-9 || math.Abs(*q.log10-math.Log10(c.want)) > 1e-9 {
			t.Errorf("%s: %+v %v, want %v", name, q, err, c.want)
		}
	}
	var gone *Unavailable
	if _, err := j.quantity("bf", welch()); !errors.As(err, &gone) {
		t.Errorf("bf of Welch: %v", err)
	}
}

func TestWrite(t *testing.T) {
	rec := correlation(0.2, 400, 0.001)
	got, err := Judge(Input{Decision: floored(plan.ExpectPositive, "r", 0.1), Record: rec, Rivals: []Rival{{Text: "luck"}}})
	if err != nil {
		t.Fatal(err)
	}
	got.Write(rec)
	if rec.Verdict.Value != result.Supported || rec.Equivalence == nil || rec.Equivalence.Inside || rec.Detectable == nil || rec.Rivals[0].Text != "luck" || rec.Holdout != nil {
		t.Errorf("%+v", rec)
	}
}

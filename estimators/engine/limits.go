package engine

// Limits are the thresholds of refusals, pooling and routing, under a named policy.
type Limits struct {
	Policy          string
	MinRows         int     // fewer complete rows are refused
	MinResidualDF   int     // fewer residual degrees of freedom are refused
	MinGroup        int     // least rows of each group of a Welch or Mann-Whitney test
	PoolBelow       int     // levels with fewer rows are pooled, in factors of more than two levels
	MaxLevels       int     // most levels of a factor in a regression
	MaxGroups       int     // most groups of a Kruskal-Wallis test
	RankBelow       int     // an unadjusted two-group outcome with fewer observed values takes the rank test
	CollinearTarget float64 // least 1-R^2 of the tested column on the other columns
	RowsPerOLS      int     // complete rows an ols column needs, beside MinOLS; 0: none asked
	MinOLS          int     // complete rows every ols model needs
	RowsPerLogit    int     // complete rows a logit column needs; 0: none asked
	LinearBinary    bool    // without controls, a binary outcome is a number: Pearson, Mann-Whitney, Kruskal-Wallis
}

// Default are the limits of `hyp` itself.
func Default() Limits {
	return Limits{
		Policy: "default", MinRows: 10, MinResidualDF: 5, MinGroup: 5, PoolBelow: 5, MaxLevels: 80, MaxGroups: 100,
		RankBelow: 7, CollinearTarget: 1e-12,
	}
}

// Paper are the limits and the routing of the AutoKD paper (S1 and its code): n >= 10 for a correlation, max(20, 5p) for
// ols, 10p for logit, levels under 30 rows pooled, logit only with controls.
func Paper() Limits {
	l := Default()
	l.Policy = "paper"
	l.PoolBelow, l.MinOLS, l.RowsPerOLS, l.RowsPerLogit, l.LinearBinary = 30, 20, 5, 10, true
	return l
}

// PolicyNames are the names that Policy takes.
var PolicyNames = []string{"default", "paper"}

// Policy finds limits by name.
func Policy(name string) (Limits, bool) {
	switch name {
	case "", "default":
		return Default(), true
	case "paper":
		return Paper(), true
	}
	return Limits{}, false
}

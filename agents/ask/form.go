package ask

import (
	"regexp"
	"strings"
)

// form is what a question wants to know of what it is about, beside whether it is so.
type form struct {
	open      bool // who, what or which: all that is known of one subject answers
	count     bool // how many findings there are
	strongest bool // the strongest one
	mutual    bool // how variables of one subject go together
	moderated bool // for whom, or what it depends on
	conflict  bool // what contradicts what
	causal    bool // whether one brings about the other
	forecast  bool // what will be
}

var (
	countForm     = regexp.MustCompile(`(?i)\b(?:how many|the number of|count(?: of)?(?: the| all)?)\s+(?:\w+\s+)?(?:findings?|results?|insights?|hypothes[ei]s|associations?|relations?|relationships?|correlations?)\b`)
	openForm      = regexp.MustCompile(`(?i)^\W*(?:(?:and|so|but|please)\s+)?(?:who|whom|what|which|where|for whom|in (?:what|which))\b|\b(?:everything|anything|all|what) (?:that )?(?:is|we|you|there is|do we|do you)?\s*(?:known?|found)\b|\b(?:tell me|list|show)\b`)
	strongestForm = regexp.MustCompile(`(?i)\b(?:strongest|most strongly|most closely|closest|(?:best|main|top|most important) (?:predictors?|correlates?|determinants?|factors?))\b`)
	mutualForm    = regexp.MustCompile(`(?i)\b(?:each other|one another|mutually|between (?:the )?two|(?:cor|inter)?related|correlated|associated|linked|connected)\W*$`)
	moderatedForm = regexp.MustCompile(`(?i)\b(?:for whom|moderat\w+|interact(?:s|ions?)?|(?:what|who|which) (?:changes|alters|modifies))\b`)
	conflictForm  = regexp.MustCompile(`(?i)\bcontradict\w*|\bconflict(?:s|ing)? (?:with|findings|results)|\b(?:findings|results)\b.*\b(?:conflict|disagree|inconsistent)\b`)
	causalForm    = regexp.MustCompile(`(?i)\b(?:caus(?:e|es|ed|ing|al|ally)|because|due to|effects?|impacts?|leads? to|leading to|results? in|makes?|improves?|raises?|reduces?|lowers?|prevents?|influences?|affects?|brings? about|why|thanks to|good for|bad for)\b`)
	forecastForm  = regexp.MustCompile(`(?i)\b(?:will|going to)\b.*\b(?:in|by|until|of|before|after|within) (?:the )?(?:year )?(?:20[2-9]\d|21\d\d|future|next|coming|(?:\w+ )?(?:years|decades|months))\b|\bwill\b.*\b(?:next|tomorrow|soon|ever)\b|\bforecasts?\b|\b(?:the|in) future\b`)
	// asking is parts of questions that say how they ask, and whose words name nothing: how big is the gap, the two strongest.
	asking = regexp.MustCompile(`(?i)\bhow (?:big|large|strong|strongly|small|wide|great|closely|much|many|often|likely)\b|\b(?:which|the|what) (?:two|three|one)\b`)
)

func formOf(question string) form {
	q := strings.TrimSpace(question)
	f := form{
		count: countForm.MatchString(q), open: openForm.MatchString(q), strongest: strongestForm.MatchString(q), mutual: mutualForm.MatchString(q),
		moderated: moderatedForm.MatchString(q), conflict: conflictForm.MatchString(q), causal: causalForm.MatchString(q), forecast: forecastForm.MatchString(q),
	}
	f.open = f.open || f.count || f.strongest
	return f
}

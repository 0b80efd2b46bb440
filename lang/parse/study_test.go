package parse_test

// study uses every statement and every clause once.
const study = `syntax 1

dataset nls from "nls_ses.csv"
  catalog "nls.json"
  key id, year
  weights w
  missing (-9 "refused", 99)
  split holdout 0.3 seed 20260701 by id
  label "National Longitudinal Survey of Youth, 1979 cohort"

var ba = ` + "`BA DEGREE COMPLETED`" + ` binary levels (0 "no degree", 1 "degree") measured 1990
var ses = ` + "`SES`" + ` numeric unit "z" measured 1979 range -3..3 module "family"
var ability = ` + "`ABILITY: COMPOSITE OF ASVAB SCORE`" + ` numeric measured 1981 high means "able"
var race = ` + "`SAMPLE_RACE`" + ` categorical levels (1 "Hispanic", 2 "Black", 3 "White") ref 3 missing 90..99
var sex = ` + "`SAMPLE_SEX`" + ` binary levels (1 "Male", 2 "Female") label "sex"
var score = if(ses > 0 and ability is not missing, log(ses + 1) * 2, -ses / 3) numeric
context women = sex = 2 label "women"
family degree alpha 0.05 method bh label "who finishes a degree"

assoc(ses, ba)                                              # a line of claims alone is a program
assoc(ses, ba) controlling for sex, race weights=W
diff(ability, by=race)

hyp H1: assoc(ses, ba) controlling for sex, race
  on nls
  expect positive
  floor odds >= 1.2
  decide q < 0.05 on train and p < 0.05 on holdout
  under degree
  using logit
  rival H4, "the scale of the exposure"
  prior 0.6
  needs "nothing"
  claim "Young people from families of higher status finish a degree more often."
  because "family resources ease the cost of staying in college"

hyp H2: diff(ba, by=race: 2 vs 3) controlling for ses, sex expect negative under degree
hyp H3: interact(ses * ability -> ba) controlling for sex expect attenuate deepens H1
hyp H4: assoc(ability, ba) controlling for ses, sex expect positive
hyp H5: heterogeneity(ba ~ ses | race) controlling for sex expect varies deepens H1 extends H2 crosses H1, H4 under degree
hyp H6: assoc(ses, ba) where women and ability > 0 expect positive narrows H1 contradicts H2 revises H3
hyp H7: diff(ba, by=sex: "Male" vs rest) controlling for ses expect null floor d >= 0.05
`

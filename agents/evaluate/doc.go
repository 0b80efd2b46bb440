// Package evaluate measures discovery, and answers from its graph: what of published findings an unguided run has, what the mechanisms of
// accumulation are for, where the time goes, and whether questions in plain words are answered by what they are about.
//
// What needs data from outside the repository is in integration tests: HYP_SETS names a folder with a folder for each data set, of data.csv,
// catalog.json and gold_claims.jsonl, a published finding a line. The figures are of 2026-11-30, two shared cores that other work kept busy.
//
// # Published findings
//
// One run a data set, seed 1, without a goal, 300 rounds at most. A published finding is covered when a finding relates its variables with its
// sign, partial when the sign is opposite or a variable of a moderated one is missing; a probe is a published finding of nothing, hit when the run asserts
// something there (Gold.Match and Gold.Hit have the rules).
//
//	HYP_SETS=... go test -tags integration -run Gold -v ./agents/evaluate
//
//	set            covered  partial  probes hit  rounds         findings  deepens  extends  narrows  contradicts  relates  deep   estimands/insight  rediscovery
//	gss_2016_2018  7 of 14  0        0 of 0      300 (rounds)   1725      817      2543     0        0            2086     47.5%  1.000              0.0%
//	star           6 of 9   2        1 of 2      225 (stalled)  446       212      290      0        0            1002     50.2%  1.000              0.0%
//	fertility1980  9 of 10  0        0 of 0      33 (stalled)   16        2        9        0        0            17       31.2%  1.000              0.0%
//	resume_audit   3 of 7   1        0 of 4      300 (rounds)   1322      815      909      0        0            3442     87.2%  1.000              0.0%
//	nlsy79         7 of 11  1        0 of 1      300 (rounds)   1057      999      911      0        0            2233     78.1%  1.000              0.0%
//	penguins       5 of 10  3        0 of 1      41 (stalled)   74        39       18       0        0            179      64.9%  1.000              0.0%
//
// That was before rare levels were left out of claims, themes were chosen by their strongest claims, and half of a refining round stayed with pairs.
// The same runs since then:
//
//	set            covered  partial  rounds         findings  tested on the holdout
//	gss_2016_2018  6 of 14  0        300 (rounds)   1922      -
//	star           7 of 9   2        231 (stalled)  563       1051
//	fertility1980  9 of 10  0        33 (stalled)   16        18
//	resume_audit   3 of 7   1        300 (rounds)   1520      2275
//	nlsy79         5 of 11  2        300 (rounds)   1148      1799
//	penguins       5 of 10  3        41 (stalled)   78        111
//
// More is found in as many rounds (of 3,000 proposals on gss_2016_2018 the estimators refused 198 before and 15 now), and no more of what is published. The
// coverage of 300 rounds is a matter of chance to one or two claims: variants of these rules had 4 to 8 of gss_2016_2018, and the two that nlsy79 lost are of
// one finding, of ses, ba_degree and asvab_total, whose p on the holdout, .018, stood just under the level before and just above it now.
//
// The estimands are one an insight, and nothing is found twice, because the holdout answers a question once. The probe that was hit in the table above is star's
// teacher aide, a contrast of two of three class types: that the three differ is no longer a hit. What was missing is on gss_2016_2018 behind
// stronger pairs in the queue; on the others it is what the explored rows do not show at the rate asked for (two subgroups of penguins,
// work and samesex at r -.01, under the floor), what the engine refuses for a group of a few rows (mathk by ethnicity), and what a third variable explains.
//
// # Ablations
//
// AutoKD's Table 6, 100 rounds each; n is acceptances, repetitions among them.
//
//	HYP_SETS=... go test -tags integration -run Ablations -timeout 30m -v ./agents/evaluate
//
//	nlsy79
//	variant              n    estimands/insight  rediscovery  deep-test share  change of depth
//	whole                428  1.000              0.0%         62.9%            -
//	without persistence  551  0.263              73.7%        8.0%             -87.3%
//	without graph        470  1.000              0.0%         67.0%            +6.6%
//	without steering     272  1.000              0.0%         87.5%            +39.2%
//
//	gss_2016_2018
//	variant              n    estimands/insight  rediscovery  deep-test share  change of depth
//	whole                620  1.000              0.0%         46.1%            -
//	without persistence  655  0.298              70.2%        11.5%            -75.2%
//	without graph        635  1.000              0.0%         45.2%            -2.0%
//	without steering     366  1.000              0.0%         62.8%            +36.2%
//
// Without persistence findings are made again and depth is lost, as in the paper. The graph's structure changes little: the offline mind takes
// what it proposes from a survey of the rows, not from what it is shown of the graph. Without steering a run finds less, and
// more of it is deep, since a draw from all candidates is mostly a draw of moderated ones, of which there are more.
//
// # Speed
//
// 100 rounds at most, without a model; the shares of the rounds are of processor time, the engine's workers under estimating.
//
//	HYP_SETS=... go test -tags integration -run Speed -v ./agents/evaluate
//
//	set            reading and survey  moderators  rounds         rounds/h  proposing  judging  estimating  storing  rest
//	gss_2016_2018  5.6 s               20.6 s      100 in 4.7 s   76,776    28%        13%      45%         4%       11%
//	fertility1980  0.6 s               0.0 s       33 in 2.3 s    50,651    1%         1%       96%         0%       2%
//	nlsy79         0.5 s               0.9 s       100 in 4.9 s   74,003    6%         13%      70%         4%       7%
//
// Where no model is asked the estimators are the most of a round, on the wide table beside the mind's walk through its candidates.
//
// BenchmarkRound on the repository's nlsy79: 89 ms a round, 485 ms before the first.
//
// # Questions
//
// How often a question in plain words is answered rightly is measured by questions that were written before the word rules of agents/ask were read, from the
// catalogs and from what the graphs hold (testdata/independent: 137 of five sets, a third and more of them not to be answered: what the data do not have, what
// was not tested, causes, forecasts, other data, nonsense, instructions). Graphs of unguided runs of 60 rounds, seed 1. Right: a wanted finding is cited
// first, as many as a list asks for, and a count is given; late: behind others; unknown: the graph holds what the answer calls not known; answered: an answer
// to what is not to be answered, without caution.
//
//	HYP_SETS=... go test -tags integration -run TestIndependentQuestions -v ./agents/evaluate
//
// The first measurement, of rules that had been chosen with other questions in view (74 of those 81 were covered), is the one out of sample:
//
//	set            answerable  right  late  short  wrong  unknown  relevant  unanswerable  not known  answered  faithful
//	nlsy79         19          7      1     0      1      10       19 of 33  11            10         1         10 of 10
//	fertility1980  14          7      1     0      0      6        15 of 20  10            9          1         9 of 9
//	star           18          6      0     0      0      12       18 of 22  10            9          1         7 of 7
//	gss_2016_2018  20          7      2     1      2      8        19 of 25  11            10         1         13 of 13
//	resume_audit   15          5      0     0      1      9        10 of 16  9             9          0         6 of 6
//	all            86          32     4     1      4      45       81 of 116 51            47         4         45 of 45
//
// So of ten questions that the graph could answer four were, and five were called not known: a verb or a preposition that the rules did not list was
// taken for something absent. The rules were then improved for nlsy79 and star alone; the other three are the check (no word was added for them, but their
// author had seen them, and what the older questions need was kept):
//
//	set                    answerable  right  late  short  wrong  unknown  relevant  unanswerable  not known  answered  faithful
//	nlsy79                 19          17     0     0      0      2        51 of 62  11            11         0         17 of 17
//	star                   18          14     1     0      1      2        40 of 56  10            9          1         17 of 17
//	fertility1980 (check)  14          10     0     0      2      2        21 of 27  10            10         0         12 of 12
//	gss_2016_2018 (check)  20          9      2     0      1      8        24 of 34  11            11         0         13 of 13
//	resume_audit (check)   15          8      0     0      1      6        19 of 30  9             9          0         9 of 9
//
// On the check 27 of 49 are right where 19 were, on the other two 31 of 37 where 13 were: expect half to two thirds of a user's answerable questions to be answered, and
// nearly none that is not. What is still missed needs what people know and labels do not say (gay is homosexual, behind bars is in jail, free lunch is being poor).
//
// With the model all-MiniLM-L6-v2 (HYP_MINILM) fertility1980 is graded the same, and the other sets were not measured: what keeps a question from its answer is seldom a
// synonym that the model places near a whole label. A set takes it minutes, and the hashed words a second or two.
//
// The older questions (testdata/questions), twenty a set about its published findings and four or five about what the data do not have, were in view when the
// rules were chosen, and are kept against regressions, on graphs of 300 rounds. In the graph: it holds a finding that covers the question; covered: the answer
// cites one; first: with its first sentence; beside: the graph holds none and answers with what is near. Every sentence was word for word that of the insight
// it cites.
//
//	HYP_SETS=... go test -tags integration -run 'TestQuestions$' -v ./agents/evaluate
//
//	set            asked  in the graph  covered  first  beside  absent  not known  faithfulness
//	gss_2016_2018  20     11            6        6      2       5       5          1.00
//	star           20     14            14       8      2       4       4          1.00
//	fertility1980  20     19            13       13     0       5       5          1.00
//	resume_audit   20     8             8        8      3       4       4          1.00
//	nlsy79         20     15            13       10     5       5       5          1.00
//	penguins       20     14            14       13     5       4       4          1.00
//
// 68 of 81 are covered, 58 by the first sentence; the rules that were chosen for them covered 74, 60 first.
package evaluate

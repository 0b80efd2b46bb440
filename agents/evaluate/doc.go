// Package evaluate measures discovery, and answers from its graph: what of published findings an unguided run has, what the mechanisms of
// accumulation are for, where the time goes, and whether questions in plain words are answered by what they are about.
//
// What needs data from outside the repository is in integration tests: HYP_SETS names a folder with a folder for each data set, of data.csv,
// catalog.json and gold_claims.jsonl, a published finding a line. The figures are of 2026-11-30, two shared cores that other work kept busy; the
// ablations are of a day later. HYP_ROUNDS is another number of rounds than the one that is given (0: as many as the
// policy has), and a set's name behind a slash takes it alone: -run Gold/star.
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
//	gss_2016_2018  6 of 14  0        0 of 0      300 (rounds)   1922      395      3046     0        0            1979     22.9%  1.000              0.0%
//	star           7 of 9   2        0 of 2      231 (stalled)  563       459      365      0        0            1244     49.7%  1.000              0.0%
//	fertility1980  9 of 10  0        0 of 0      33 (stalled)   16        4        10       0        0            9        31.2%  1.000              0.0%
//	resume_audit   3 of 7   1        0 of 4      300 (rounds)   1520      1179     1175     0        0            3878     87.5%  1.000              0.0%
//	nlsy79         5 of 11  2        0 of 1      300 (rounds)   1148      1399     991      0        0            2259     65.2%  1.000              0.0%
//	penguins       5 of 10  3        0 of 1      41 (stalled)   78        65       26       0        0            191      61.5%  1.000              0.0%
//
// What 300 rounds cover is a matter of chance to a claim or two: the split of the rows decides whether a finding stands just under its level on the
// holdout or just above. So the mind is judged by several seeds. Covered in all, by the rules of before (candidates shared by strength alone, a rare level
// refusing its whole claim, any third variable explaining a pair) and of now (rare levels left out by a condition, themes by their strongest claims, half of
// a refining round for pairs):
//
//	set            seeds   before     now
//	gss_2016_2018  1 to 3  16 of 42   16 of 42
//	star           1 to 5  30 of 45   35 of 45
//	fertility1980  1 to 5  45 of 50   45 of 50
//	resume_audit   1 to 5  15 of 35   15 of 35
//	nlsy79         1 to 5  20 of 55   28 of 55
//	penguins       1 to 5  25 of 50   24 of 50
//
// Of 3,000 proposals on gss_2016_2018 the estimators refused 198 before and 15 now.
//
// The estimands are one an insight, and nothing is found twice, because the holdout answers a question once. A finding that three class
// types differ is no hit of star's probe, which is a contrast of two of them. What is missing is on gss_2016_2018 behind
// stronger pairs in the queue; on the others it is what the explored rows do not show at the rate asked for (two subgroups of penguins,
// work and samesex at r -.01, under the floor), and what a third variable explains.
//
// # Ablations
//
// AutoKD's Table 6, 100 rounds each; n is acceptances, repetitions among them, and relations are those between findings.
//
//	HYP_SETS=... go test -tags integration -run Ablations -timeout 30m -v ./agents/evaluate
//
//	nlsy79
//	variant              n    estimands/insight  rediscovery  deep-test share  change of depth  relations/insight
//	whole                558  1.000              0.0%         28.5%            -                3.2
//	without persistence  620  0.334              66.6%        4.5%             -84.2%           0.1
//	without graph        575  1.000              0.0%         31.0%            +8.6%            3.9
//	without steering     552  1.000              0.0%         27.9%            -2.1%            0.2
//
//	gss_2016_2018
//	variant              n    estimands/insight  rediscovery  deep-test share  change of depth  relations/insight
//	whole                746  1.000              0.0%         18.6%            -                2.9
//	without persistence  748  0.329              67.1%        15.6%            -16.1%           0.0
//	without graph        783  1.000              0.0%         22.2%            +19.3%           3.4
//	without steering     475  1.000              0.0%         42.3%            +127.1%          0.0
//
//	star
//	variant              n    estimands/insight  rediscovery  deep-test share  change of depth  relations/insight
//	whole                373  1.000              0.0%         24.1%            -                3.0
//	without persistence  659  0.200              80.0%        10.9%            -54.7%           0.1
//	without graph        348  1.000              0.0%         18.1%            -25.0%           3.5
//	without steering     372  1.000              0.0%         24.2%            +0.3%            0.3
//
// Without persistence two of three findings and more are made again, as in the paper, and depth is lost, by less where pairs take up the first hundred rounds anyhow.
// Without the graph's structure as many are found to seven in a hundred, and depth goes either way: the offline mind takes what it proposes from a survey of the rows, not
// from what it is shown of the graph.
// Without steering the run on the wide table finds a third less, and more of it is deep, since a draw from all candidates is mostly a draw of moderated ones;
// a round then begins from no insight, so that few relations come about.
//
// # Speed
//
// 100 rounds at most, without a model; the shares of the rounds are of processor time, the engine's workers under estimating.
//
//	HYP_SETS=... go test -tags integration -run Speed -v ./agents/evaluate
//
//	set            reading and survey  moderators  rounds         rounds/h  proposing  judging  estimating  storing  rest
//	gss_2016_2018  2.4 s               10.1 s      100 in 2.7 s   132,883   20%        11%      49%         6%       14%
//	fertility1980  0.3 s               0.0 s       33 in 1.4 s    83,490    0%         0%       97%         1%       2%
//	nlsy79         0.2 s               0.6 s       100 in 3.3 s   110,271   6%         14%      67%         4%       9%
//
// These are the middle of three without other work on the machine (124,000 to 138,000, 63,000 to 85,000, 100,000 to 114,000). The estimators are the
// largest part without a model; the rest is the collector of memory.
//
// BenchmarkRound on the repository's nlsy79: 45 ms a round, 201 ms before the first.
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

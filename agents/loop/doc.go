// Package loop is the discovery loop of AutoKD (Algorithm 1) over an insight graph: plan, context, propose, filter, execute, evaluate, judge,
// confirm, insert.
//
// # What is kept
//
// The rows are split once, by a seed: a part to explore, and a holdout that is asked about an estimand once. The survey, the seeds and briefs of a
// cold start, proposals, scores and the replication check see the explored rows only. What they would accept is tested on the holdout at the level of an
// online rule (package online), and is a finding when it holds there too. Every test has its row in the graph's ledger, and a confirmation's row is
// on disk before its verdict is used.
//
// A round is stored in one commit with the state that the next one begins with. A process that is killed at any moment leaves whole rounds and, at most, the
// ledger rows of the one that it broke off; the next process replays the ledger, does that round again, and takes its verdicts from those
// rows. Equal seeds give equal graphs, but for the times in them.
//
// # Measured
//
// 2026-11-30, the offline mind, two shared cores of which other work held the most; testdata/findings.py makes what the judges read:
//
//	hyp discover DATA --graph G && hyp graph export --graph G | python testdata/findings.py [--records]
//
// Five tables of 5,000 rows and 120 variables with known truth, judged by refitting on 200,000 rows; detectable is what the holdout shows with
// power .8 at p = .01 and a template can say:
//
//	policy    false     with confounded, colliders, copies   recall of the detectable   rounds
//	default   2 of 610                 2                      170 of 179                43 to 46
//	paper     833 of 1,180             835                    162 of 179                99 to 107
//
// The default made no finding in 40 tables without any truth, followed
// the data on all 35 reversed relations of five counterfactual tables, and was silent on their 15 removed ones.
//
// Published claims on real tables, one run without a goal each by the offline mind as it was before themes were chosen by their strongest claims and
// rare levels left out (package evaluate has shorter runs of the present one; gss_2016_2018 ended after 300 s, nlsy79 and resume_audit after 80 s, the others when
// nothing was new):
//
//	                rows x columns   rounds  insights  deep   claims covered, partial, of   absent ones asserted
//	penguins          344 x 17           41       74   .65     5, 3, 10                     0 of 1
//	star           11,598 x 48          225      446   .50     6, 2,  9                     1 of 2
//	fertility1980 254,654 x 9            33       16   .31     9, 0, 10                     -
//	nlsy79         12,686 x 56          433    1,456   .84     9, 1, 11                     0 of 1
//	resume_audit    4,870 x 64          460    1,789   .91     3, 1,  7                     0 of 4
//	gss_2016_2018   5,215 x 304         750    4,011   .53    11, 0, 14                     -
//
// Processor time of a round: 30 to 60 ms on gss_2016_2018, of which the engine takes a quarter, the mind's walk through its candidates a half,
// and scores the rest; 5 ms on the tables of 120 variables. Before the first round the survey of pairs and the scan of all triples take half a
// minute of processor time on gss_2016_2018 and under a second there.
//
// What the mechanisms are for, 120 rounds on star (--ablate; --set loop.stall=1000):
//
//	               accepted   estimands an insight   rediscovered   deep   relations an insight
//	whole               323           1.00                 0        .38            3.1
//	persistence         672            .19               .81        .07            0.1
//	graph               336           1.00                 0        .38            4.0
//	steering            265           1.00                 0        .46            0.2
package loop

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
// 2026-12-01, the offline mind of today, under other work; nothing here is of a clock. testdata/findings.py makes what the judges read, DATA is a
// table with its catalog beside it, and seed 1 and the policy's own rounds hold where nothing else is said:
//
//	hyp discover DATA --graph G --policy P && hyp graph export --graph G | python testdata/findings.py [--records] > FINDINGS
//
// Five tables of 5,000 rows and 120 variables with known truth, judged by refitting on 200,000 rows. Detectable is what the holdout shows with
// power .8 at p = .01 and a template can say; of the judge's reports testdata/detectable.py counts it:
//
//	python testdata/detectable.py DATA TRUTH REPORT ...
//
//	policy    false          with confounded, colliders, copies   recall of the detectable   rounds
//	default   2 of 610       2                                    170 of 179                 43 to 46
//	paper     946 of 1,192   948                                  151 of 179                 123 to 168
//
// The default made no finding in 40 tables without any truth, followed the data on all 35 reversed relations of five counterfactual tables, and was
// silent on their 15 removed ones.
//
// Published claims on real tables, one run without a goal each, by the same command with --records, until nothing was new for 30 rounds, or on
// gss_2016_2018 2,000 rounds had been done (10 of its 14 were covered after 750). The table of package evaluate has the same of 300 rounds at
// most, with the rules of what covers a claim:
//
//	                rows x columns   rounds  insights  deep   claims covered, partial, of   absent ones asserted
//	penguins          344 x 17           41        78   .62     5, 3, 10                     0 of 1
//	star           11,598 x 48          231       563   .50     7, 2,  9                     0 of 2
//	fertility1980 254,654 x 9            33        16   .31     9, 0, 10                     -
//	nlsy79         12,686 x 56          747     2,237   .82     9, 1, 11                     0 of 1
//	resume_audit    4,870 x 64          460     1,989   .90     3, 1,  7                     0 of 4
//	gss_2016_2018   5,215 x 304       2,000     8,963   .55    13, 0, 14                     -
//
// A finding that three class types differ is no assertion about two of them (star).
//
// What the mechanisms of accumulation are for, and where the time of a round goes, are measured there too (Ablations, Speed).
package loop

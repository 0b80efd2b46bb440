// Package insight is the insight graph: findings with everything that led to them, and what each means for the others. It grows
// only. A correction is a new finding that revises the old one, a rerun an assessment of it.
//
// # How it is stored
//
// A graph is made of items: insights, hypotheses, executions, rows of the ledger of tests, edges, assessments and the rest. In a
// folder they stand in a log of frames (length, CRC-32C, JSON), a commit a frame. A commit is acknowledged after fsync;
// what a crash leaves unfinished at the end is not read, and the next writer cuts it off. Every item becomes quads, with its JSON
// on `hyp:item`, in a store of quads that implements Cayley's graph.QuadStore: Cayley's paths and iterators run on it (Quads), and
// views of it by columns, neighbours and sorted numbers serve the query language (View). The quads of most of the log are kept in an index beside
// it, so that a large graph opens at once; it can be deleted at any time.
//
// # Why not one of Cayley's embedded backends
//
// They were measured at v0.7.7-0.20240706181042-81dcd7d73e45 with 10,000 insights of 55 quads, on two busy cores:
//
//	               bbolt        leveldb       this package
//	durable commit 14 ms        94 ms         0.2 to 0.4 ms
//	load           161/s        137/s         7,800/s
//	on disk        25 kB        5.1 kB        3.3 kB an insight
//	scan p < 0.01  3.8 s        4.6 s         39 ms (the same path), 9 µs (by a view that is warm)
//	second process waits        refused       reads freely
//
// Both keep their promise under kill -9. But bbolt lets nobody read while one writes, leveldb lets nobody in at all, a failed
// transaction leaves entries behind in either that ride on the next commit, and an open of the numeric indexes that Go must keep beside them
// would read everything anyway. Badger is not registered under its own name at this version. Cayley's memstore dies of concurrent use and loads
// 40,000 quads a second, which is two minutes for 100,000 insights. So the log is in front, and Cayley is rebuilt from it. On PostgreSQL
// Cayley's SQL backend keeps the quads, and the same code reads them into the same store.
//
// # Measured
//
// At 1,000, 10,000 and 100,000 insights with three edges each (55 quads an insight; go test -bench):
//
//	load             8,800    7,800    5,900   insights a second, in commits of 200
//	log and index    3.4 kB   3.3 kB   3.3 kB  an insight
//	open             6 ms     50 ms    0.77 s
//	memory           2.9 kB   2.5 kB   2.4 kB  an insight, after opening
//	durable commit   0.40 ms  0.20 ms  0.38 ms (a finding with its history; fsync is the most of it)
//	one hop          47 ns    65 ns    99 ns   by a view; 8 µs by a path of Cayley, once its index is made (0.4 s at 100,000)
//	p < 0.01, the 20 largest effects, first look at a new state  4 ms, 22 ms, 0.2 s; again 7 to 20 µs
//
// What a new finding is linked with is found by indexes (estimand and sign, test, core and context), so that it costs the same among 1,000 and
// 100,000 findings on one estimand: 20 to 60 µs (BenchmarkRelate; looking at all of them is 0.4 ms, 7.6 ms and 57 ms; two cores of a
// virtual Intel Xeon, both busy, November 2026). A study of 10,000 correlations of two columns of the penguins, each with a context of its own, took
// 79 s of processor time and 202 s in hyp run --graph while every new finding was compared with all and had a commit of its own, and takes 5 s
// and 18 s: results that come within 50 ms share a commit (Run.Later).
//
// Opening without the index reads the log: 0.2 s, 2.7 s, 37 s. A crash costs at most a quarter of that, since the index is renewed
// whenever the log has grown by so much.
package insight

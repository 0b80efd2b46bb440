package query

import (
	"context"
	"fmt"
)

// nothing stands in a row for a variable that is not bound.
const nothing = ^Node(0)

// batchRows is how many rows go through the steps at once: enough to pay for a call into the graph, few enough that a
// query's memory does not grow with what it passes over.
const batchRows = 1024

// batch is rows side by side: width nodes each, one for every variable, and one more that numbers the rows of the batch
// that an exists test was asked about.
type batch struct {
	width int
	data  []Node
}

func newBatch(width int) *batch { return &batch{width, make([]Node, 0, width*batchRows)} }

func (b *batch) len() int         { return len(b.data) / b.width }
func (b *batch) row(i int) []Node { return b.data[i*b.width : (i+1)*b.width] }
func (b *batch) full() bool       { return len(b.data) >= b.width*batchRows }

// extend adds a row with one slot set.
func (b *batch) extend(row []Node, slot int, n Node) {
	b.data = append(b.data, row...)
	b.data[len(b.data)-b.width+slot] = n
}

// column gathers one slot of all rows.
func (b *batch) column(slot int, into []Node) []Node {
	into = into[:0]
	for i := slot; i < len(b.data); i += b.width {
		into = append(into, b.data[i])
	}
	return into
}

// keep drops the rows whose mask is false.
func (b *batch) keep(mask []bool) {
	n := 0
	for i, ok := range mask {
		if ok {
			copy(b.data[n*b.width:], b.row(i))
			n++
		}
	}
	b.data = b.data[:n*b.width]
}

// nodeSet is a set of nodes, a bit each.
type nodeSet []uint64

func (s nodeSet) has(n Node) bool { w := int(n >> 6); return w < len(s) && s[w]>>(n&63)&1 == 1 }

// add tells whether the node is new.
func (s *nodeSet) add(n Node) bool {
	w := int(n >> 6)
	for w >= len(*s) {
		*s = append(*s, make([]uint64, max(64, w+1-len(*s)))...)
	}
	bit := uint64(1) << (n & 63)
	if (*s)[w]&bit != 0 {
		return false
	}
	(*s)[w] |= bit
	return true
}

func setOfNodes(nodes []Node) (s nodeSet) {
	for _, n := range nodes {
		s.add(n)
	}
	return s
}

// Limits bound what one query may use; a zero field takes the default.
type Limits struct {
	Rows int // rows of a result: 1,000,000
	Work int // rows that the steps of a query may pass on in all: 50,000,000
}

func (l Limits) filled() Limits {
	if l.Rows <= 0 {
		l.Rows = 1_000_000
	}
	if l.Work <= 0 {
		l.Work = 50_000_000
	}
	return l
}

// TooLargeError tells that a query went over a limit.
type TooLargeError struct {
	What  string // what there is too much of
	Limit int
	Help  string
}

func (e *TooLargeError) Error() string {
	return fmt.Sprintf("the query is too large: more than %d %s; %s", e.Limit, e.What, e.Help)
}

// evaluator holds what one run of a query needs.
type evaluator struct {
	ctx      context.Context
	graph    Graph
	p        *program
	limits   Limits
	work     int
	product  bool // the plan joins variables that nothing connects
	capped   []*fEdge
	lineageC bool // lineage or paths went to the cap
	scores   map[*fSimilar]map[Node]float64
	sets     map[formula]*supply
	reached  map[*fEdge][2]map[Node][]Node // what closures reach, forward and back
	reachedN int
	stamps   []uint32
	stamp    uint32
	stats    Stats
}

// count adds work and ends a query that is cancelled or too large.
func (ev *evaluator) count(rows int) error {
	ev.work += rows
	if ev.work > ev.limits.Work {
		help := "add a test, or a constant, that leaves fewer rows"
		if ev.product {
			help = "it joins variables that no test connects: add a test of both, or ask two queries"
		}
		return &TooLargeError{"rows on the way", ev.limits.Work, help}
	}
	return ev.ctx.Err()
}

// mark gives a fresh stamp: stamps[n] == stamp tells that n was seen since.
func (ev *evaluator) mark() uint32 {
	ev.stamp++
	if ev.stamp == 0 {
		clear(ev.stamps)
		ev.stamp = 1
	}
	return ev.stamp
}

func (ev *evaluator) seen(n Node, stamp uint32) bool {
	if int(n) >= len(ev.stamps) {
		ev.stamps = append(ev.stamps, make([]uint32, max(1024, int(n)+1-len(ev.stamps), len(ev.stamps)/2))...)
	}
	if ev.stamps[n] == stamp {
		return true
	}
	ev.stamps[n] = stamp
	return false
}

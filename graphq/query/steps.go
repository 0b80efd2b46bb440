package query

import "encoding/binary"

// step passes rows on. start makes a run of it, with what the run remembers.
type step interface {
	start(ev *evaluator) func(in *batch, emit func(*batch) error) error
	describe(p *program) (what, where string)
	rows() float64 // estimated
}

// pipe sends a batch through the steps.
func (ev *evaluator) pipe(steps []step, in *batch, sink func(*batch) error) error {
	next := func(b *batch) error {
		if b.len() == 0 {
			return nil
		}
		if err := ev.count(b.len()); err != nil {
			return err
		}
		return sink(b)
	}
	for i := len(steps) - 1; i >= 0; i-- {
		run, after := steps[i].start(ev), next
		next = func(b *batch) error {
			if b.len() == 0 {
				return nil
			}
			if err := ev.count(b.len()); err != nil {
				return err
			}
			return run(b, after)
		}
	}
	return next(in)
}

type (
	// scanStep joins every row with every node of a source.
	scanStep struct {
		slot int
		of   *supply
		est  float64
	}
	// followStep binds a slot by an edge from a bound one.
	followStep struct {
		e    *fEdge
		back bool // binds the left end
		est  float64
	}
	copyStep struct {
		from, to int
		est      float64
	}
	filterStep struct {
		of   mask
		f    formula
		est  float64
		deep [][]step // what it asks, for explain
	}
	// eitherStep passes a row through every branch.
	eitherStep struct {
		branches [][]step
		live     []int
		est      float64
	}
	// distinctStep forgets slots that nothing needs any more, and then repeated rows.
	distinctStep struct {
		live, dead []int
		est        float64
	}
)

func (s *scanStep) rows() float64     { return s.est }
func (s *followStep) rows() float64   { return s.est }
func (s *copyStep) rows() float64     { return s.est }
func (s *filterStep) rows() float64   { return s.est }
func (s *eitherStep) rows() float64   { return s.est }
func (s *distinctStep) rows() float64 { return s.est }

func (s *scanStep) start(ev *evaluator) func(*batch, func(*batch) error) error {
	return func(in *batch, emit func(*batch) error) error {
		nodes, err := s.of.nodes(ev)
		if err != nil {
			return err
		}
		out := newBatch(in.width)
		for i := 0; i < in.len(); i++ {
			for _, n := range nodes {
				out.extend(in.row(i), s.slot, n)
				if out.full() {
					if err := emit(out); err != nil {
						return err
					}
					out.data = out.data[:0]
				}
			}
		}
		return emit(out)
	}
}

func (s *followStep) start(ev *evaluator) func(*batch, func(*batch) error) error {
	from, to := s.e.from.slot, s.e.to.slot
	if s.back {
		from, to = to, from
	}
	return func(in *batch, emit func(*batch) error) error {
		out := newBatch(in.width)
		err := ev.follow(s.e, s.back, in.column(from, nil), func(i int, reached []Node) error {
			for _, n := range reached {
				out.extend(in.row(i), to, n)
				if out.full() {
					if err := emit(out); err != nil {
						return err
					}
					out.data = out.data[:0]
				}
			}
			return nil
		})
		if err != nil {
			return err
		}
		return emit(out)
	}
}

func (s *copyStep) start(*evaluator) func(*batch, func(*batch) error) error {
	return func(in *batch, emit func(*batch) error) error {
		for i := 0; i < in.len(); i++ {
			row := in.row(i)
			row[s.to] = row[s.from]
		}
		return emit(in)
	}
}

func (s *filterStep) start(ev *evaluator) func(*batch, func(*batch) error) error {
	return func(in *batch, emit func(*batch) error) error {
		ok, err := s.of.eval(ev, in)
		if err != nil {
			return err
		}
		in.keep(ok)
		return emit(in)
	}
}

func (s *eitherStep) start(ev *evaluator) func(*batch, func(*batch) error) error {
	seen := newRowSet(s.live)
	return func(in *batch, emit func(*batch) error) error {
		for _, branch := range s.branches {
			one := &batch{in.width, append([]Node(nil), in.data...)}
			err := ev.pipe(branch, one, func(b *batch) error {
				seen.drop(b)
				return emit(b)
			})
			if err != nil {
				return err
			}
		}
		return nil
	}
}

func (s *distinctStep) start(*evaluator) func(*batch, func(*batch) error) error {
	seen := newRowSet(s.live)
	return func(in *batch, emit func(*batch) error) error {
		for i := 0; i < in.len(); i++ {
			row := in.row(i)
			for _, d := range s.dead {
				row[d] = nothing
			}
		}
		seen.drop(in)
		return emit(in)
	}
}

// maxSeen bounds what a rowSet remembers. Beyond it repeated rows pass, which costs time and is otherwise harmless: the
// result is made distinct again at its end.
const maxSeen = 4_000_000

// rowSet remembers the rows it saw, by some of their slots and the number of the row they come from.
type rowSet struct {
	slots []int
	pairs map[uint64]struct{}
	longs map[string]struct{}
	key   []byte
}

func newRowSet(slots []int) *rowSet { return &rowSet{slots: slots} }

// drop drops the rows that were seen before.
func (s *rowSet) drop(b *batch) {
	ok := make([]bool, b.len())
	for i := range ok {
		ok[i] = s.fresh(b.row(i))
	}
	b.keep(ok)
}

func (s *rowSet) fresh(row []Node) bool {
	last := row[len(row)-1]
	if len(s.slots) <= 1 || len(s.slots) == 2 && last == nothing {
		k := uint64(last)
		switch len(s.slots) {
		case 1:
			k = k<<32 | uint64(row[s.slots[0]])
		case 2:
			k = uint64(row[s.slots[0]])<<32 | uint64(row[s.slots[1]])
		}
		if s.pairs == nil {
			s.pairs = map[uint64]struct{}{}
		}
		if _, ok := s.pairs[k]; ok {
			return false
		}
		if len(s.pairs) < maxSeen {
			s.pairs[k] = struct{}{}
		}
		return true
	}
	s.key = binary.LittleEndian.AppendUint32(s.key[:0], uint32(last))
	for _, slot := range s.slots {
		s.key = binary.LittleEndian.AppendUint32(s.key, uint32(row[slot]))
	}
	if s.longs == nil {
		s.longs = map[string]struct{}{}
	}
	if _, ok := s.longs[string(s.key)]; ok {
		return false
	}
	if len(s.longs) < maxSeen {
		s.longs[string(s.key)] = struct{}{}
	}
	return true
}

package insight

import (
	"fmt"
	"math"
	"strings"
	"sync"
	"time"

	"github.com/cayleygraph/quad"
)

// node is a number for a value: a space in the top three bits, the place in that space's list below. Entity 0 is no value.
type node uint32

const (
	spaceShift = 29
	placeMask  = 1<<spaceShift - 1
)

// The spaces of nodes. Documents are the texts of whole items: they stay in the log and are read when asked for.
const (
	entitySpace uint32 = iota
	floatSpace
	stringSpace
	boolSpace
	timeSpace
	docSpace
	spaces
)

func makeNode(space uint32, place int) node { return node(space<<spaceShift | uint32(place)) }
func (n node) space() uint32                { return uint32(n) >> spaceShift }
func (n node) place() int                   { return int(uint32(n) & placeMask) }

// nodeRef and quadRef are the references that Cayley's iterators hand around.
type (
	nodeRef node
	quadRef uint32
)

// Key makes a reference comparable.
func (n nodeRef) Key() any { return n }

// Key makes a reference comparable.
func (q quadRef) Key() any { return q }

// quadStore is Cayley's store of quads for one process: values in typed lists, quads as four numbers, indexes on demand. It
// holds what the log says and no more, so it has no durability of its own; see the package documentation for why Cayley's own
// embedded backends are not used. It is safe for use by many goroutines; a reader sees the quads of the moment it began.
type quadStore struct {
	mu sync.RWMutex

	iris    []string
	floats  []float64
	strings []string
	times   []int64 // nanoseconds
	docs    []span  // in the log
	iriAt   map[string]node
	floatAt map[uint64]node
	strAt   map[string]node
	timeAt  map[int64]node

	dirs [4][]node         // subject, predicate, object, label of every quad
	dead map[uint32]uint32 // quads of scores that a later assessment replaced, and by which quad

	itemAt  []uint32 // by place of an entity: one more than the place of its item's document, 0 without
	roles   map[node]role
	scoreAt map[[2]node]uint32 // the living quad of an insight's score, by insight and predicate

	versions map[string][]string // hashes of every data set, in the order of the log

	version int // counts changes
	index   *quadIndex
	read    func(span) (string, error)
}

// span is a piece of the log: the JSON of one item.
type span struct {
	Offset int64
	Length uint32
}

func newQuadStore() *quadStore {
	s := &quadStore{iris: []string{""}, iriAt: map[string]node{}, floatAt: map[uint64]node{}, strAt: map[string]node{}, timeAt: map[int64]node{},
		dead: map[uint32]uint32{}, scoreAt: map[[2]node]uint32{}, roles: map[node]role{}, versions: map[string][]string{}}
	return s
}

// lookup is the node of a value, 0 when it is not there.
func (s *quadStore) lookup(v quad.Value) node {
	switch v := v.(type) {
	case quad.IRI:
		return s.iriAt[string(v)]
	case quad.Float:
		return s.floatAt[floatKey(float64(v))]
	case quad.String:
		return s.strAt[string(v)]
	case quad.Bool:
		if v {
			return makeNode(boolSpace, 1)
		}
		return makeNode(boolSpace, 0)
	case quad.Time:
		return s.timeAt[time.Time(v).UnixNano()]
	}
	return 0
}

// floatKey is a number's identity: one zero.
func floatKey(x float64) uint64 {
	if x == 0 {
		x = 0
	}
	return math.Float64bits(x)
}

// intern is the node of a value, made when it is new. Values of other types than the schema's are an error.
func (s *quadStore) intern(v quad.Value) (node, error) {
	if n := s.lookup(v); n != 0 {
		return n, nil
	}
	switch v := v.(type) {
	case nil:
		return 0, nil
	case quad.IRI:
		return s.entity(string(v)), nil
	case quad.Float:
		n := makeNode(floatSpace, len(s.floats))
		s.floats = append(s.floats, float64(v))
		s.floatAt[floatKey(float64(v))] = n
		return n, nil
	case quad.String:
		n := makeNode(stringSpace, len(s.strings))
		s.strings = append(s.strings, string(v))
		s.strAt[string(v)] = n
		return n, nil
	case quad.Time:
		n := makeNode(timeSpace, len(s.times))
		s.times = append(s.times, time.Time(v).UnixNano())
		s.timeAt[time.Time(v).UnixNano()] = n
		return n, nil
	case document:
		n := makeNode(docSpace, len(s.docs))
		s.docs = append(s.docs, span(v))
		return n, nil
	}
	return 0, fmt.Errorf("a value of type %T is not in the schema: %v", v, v)
}

func (s *quadStore) entity(iri string) node {
	if n := s.iriAt[iri]; n != 0 {
		return n
	}
	n := makeNode(entitySpace, len(s.iris))
	s.iris = append(s.iris, iri)
	s.iriAt[iri] = n
	s.learnRole(iri, n)
	return n
}

// role is what a predicate means to note.
type role uint8

const (
	wholeRole role = iota + 1
	hashRole
	scoreRole
)

func (s *quadStore) learnRole(iri string, n node) {
	name, ours := strings.CutPrefix(iri, vocabulary)
	switch {
	case iri == string(Whole):
		s.roles[n] = wholeRole
	case ours && name == "hash":
		s.roles[n] = hashRole
	case ours && contains(scoreNames, name):
		s.roles[n] = scoreRole
	}
}

// document stands for the text of an item in the log while quads are made.
type document span

func (d document) String() string { return fmt.Sprintf("document at %d", d.Offset) }
func (d document) Native() any    { return d.String() }
func (d document) Key() any       { return d }
func (n node) isEntity() bool     { return n != 0 && n.space() == entitySpace }
func (s *quadStore) isDead(q uint32) bool {
	if len(s.dead) == 0 {
		return false
	}
	_, dead := s.dead[q]
	return dead
}

// apply stores the quads of items whose texts are at spans. An item that is there already changes nothing.
func (s *quadStore) apply(items []*Item, at []span) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.version++
	for i, it := range items {
		if s.has(it.ID) {
			continue
		}
		quads := quadsOf(it, document(at[i]))
		switch it.Kind {
		case KindEdge:
			// The relation itself is one quad, whether a study declares it, a rule gives it, or both.
			e := *it.Edge
			e.Source = map[string]string{"declared": "rule", "rule": "declared"}[e.Source]
			if s.has(e.itemID()) {
				quads = quads[1:]
			}
		case KindDataset:
			if s.iriAt[DatasetID(it.Dataset.Name)] != 0 && s.described(it.Dataset.Name) {
				quads = quads[2:] // its kind and name are there
			}
		}
		for _, q := range quads {
			if err := s.addOne(q); err != nil {
				return fmt.Errorf("%s: %w", it.ID, err)
			}
		}
		scored, scores := it.ID, Scores{}
		switch {
		case it.Insight != nil:
			scores = it.Insight.Scores
		case it.Assessment != nil:
			scored, scores = it.Assessment.Insight, it.Assessment.Scores
		}
		for _, q := range scoreQuads(scored, scores) {
			if err := s.raise(q); err != nil {
				return fmt.Errorf("%s: %w", it.ID, err)
			}
		}
	}
	return nil
}

// has tells whether the item of an id is stored; the caller holds the lock.
func (s *quadStore) has(id string) bool {
	n := s.iriAt[id]
	return n != 0 && n.place() < len(s.itemAt) && s.itemAt[n.place()] != 0
}

// described tells whether a data set has a version.
func (s *quadStore) described(name string) bool {
	_, there := s.versions[name]
	return there
}

func (s *quadStore) addOne(q quad.Quad) error {
	var key [4]node
	for i, v := range [4]quad.Value{q.Subject, q.Predicate, q.Object, q.Label} {
		n, err := s.intern(v)
		if err != nil {
			return err
		}
		key[i] = n
	}
	for i := range s.dirs {
		s.dirs[i] = append(s.dirs[i], key[i])
	}
	s.note(len(s.dirs[0]) - 1)
	return nil
}

// note keeps up what is known by the way of a quad: where an item's text is, and the versions of data sets.
func (s *quadStore) note(q int) {
	predicate, object := s.dirs[1][q], s.dirs[2][q]
	switch s.roles[predicate] {
	case wholeRole:
		subject := s.dirs[0][q].place()
		if subject >= len(s.itemAt) {
			s.itemAt = append(s.itemAt, make([]uint32, max(subject+1, cap(s.iris))-len(s.itemAt))...)
		}
		s.itemAt[subject] = uint32(object.place()) + 1
	case hashRole:
		name := strings.TrimPrefix(s.iris[s.dirs[0][q].place()], "d:")
		if hash := s.strings[object.place()]; !contains(s.versions[name], hash) {
			s.versions[name] = append(s.versions[name], hash)
		}
	case scoreRole:
		s.scoreAt[[2]node{s.dirs[0][q], predicate}] = uint32(q)
	}
}

var scoreNames = []string{"validity", "novelty", "score", "surprise", "prior", "posterior"}

// raise stores a score unless a higher one is there.
func (s *quadStore) raise(q quad.Quad) error {
	subject, err := s.intern(q.Subject)
	if err != nil {
		return err
	}
	predicate, err := s.intern(q.Predicate)
	if err != nil {
		return err
	}
	old, there := s.scoreAt[[2]node{subject, predicate}]
	if there && s.floats[s.dirs[2][old].place()] >= float64(q.Object.(quad.Float)) {
		return nil
	}
	if err := s.addOne(q); err != nil {
		return err
	}
	if there {
		s.dead[old] = uint32(len(s.dirs[0]) - 1)
	}
	return nil
}

// value is the value of a node; the caller holds the lock.
func (s *quadStore) value(n node) (quad.Value, error) {
	i := n.place()
	switch n.space() {
	case entitySpace:
		if i > 0 && i < len(s.iris) {
			return quad.IRI(s.iris[i]), nil
		}
	case floatSpace:
		if i < len(s.floats) {
			return quad.Float(s.floats[i]), nil
		}
	case stringSpace:
		if i < len(s.strings) {
			return quad.String(s.strings[i]), nil
		}
	case boolSpace:
		return quad.Bool(i == 1), nil
	case timeSpace:
		if i < len(s.times) {
			return quad.Time(time.Unix(0, s.times[i]).UTC()), nil
		}
	case docSpace:
		if i < len(s.docs) {
			text, err := s.read(s.docs[i])
			return quad.String(text), err
		}
	}
	return nil, nil
}

// reset empties the store; its version goes on.
func (s *quadStore) reset() {
	s.mu.Lock()
	defer s.mu.Unlock()
	n := newQuadStore()
	s.iris, s.floats, s.strings, s.times, s.docs = n.iris, nil, nil, nil, nil
	s.iriAt, s.floatAt, s.strAt, s.timeAt = n.iriAt, n.floatAt, n.strAt, n.timeAt
	s.dirs, s.dead, s.itemAt, s.scoreAt, s.roles, s.versions, s.index = n.dirs, n.dead, nil, n.scoreAt, n.roles, n.versions, nil
	s.version++
}

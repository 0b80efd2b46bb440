package ask

import (
	"cmp"
	"context"
	"maps"
	"math"
	"regexp"
	"slices"
	"strings"

	"github.com/hyp-lang/hyp/agents/mind"
	"github.com/hyp-lang/hyp/estimators/result"
	"github.com/hyp-lang/hyp/graphq/insight"
)

// brackets are what a label adds by the way.
var brackets = regexp.MustCompile(`\([^)]*\)`)

// made tells brackets that say what a variable was made from, which it is not itself.
var made = regexp.MustCompile(`(?i)\b(?:from|derived|computed|calculated|built|constructed|based on|mean of|sum of)\b`)

// library is the insights of a graph, laid out for one question.
type library struct {
	view   *insight.View
	words  []word    // but the light ones that nothing in the graph has
	lost   []word    // those
	weight []float64 // of each of words: how rare it is among the variables
	books  []*book
	byID   map[string]*book
	all    map[string]*subject // variables by name
	levels map[string][]string // of variables, as insights name them
	tables map[string]*insight.Dataset
	called *vocabulary     // of what the tables are called
	known  map[string]bool // answers of knows, once the library is laid out
}

// subject is a variable with the words that name it.
type subject struct {
	name, label, module string
	says                *vocabulary
	named               *vocabulary // of its name and label alone, without what its levels are called
	aside               *vocabulary // of what its label has in brackets, which mostly says how it was made, and of its module
	words               []word      // of the label, or of the name where there is none
	asked               float64     // the share of what it is called that the question names; of half when it is named at all
}

// book is one insight.
type book struct {
	node     insight.Node
	record   *result.Record
	dataset  string // its id
	finding  mind.Finding
	status   string
	sign     int // of its estimate; 0 when it has none, or is not settled
	core     []*subject
	held     []*subject  // its controls
	levels   *vocabulary // of the levels that it compares
	where    *vocabulary // of its condition on rows; nil without
	similar  float64     // to the question, by what it is about or by the embedder
	coverage float64
	focus    float64 // share of what it is about that the question names
}

// open reads the insights that may be cited: all but the descriptive seeds.
func open(ctx context.Context, g *insight.Graph, words []word) (*library, error) {
	l := &library{view: g.View(), words: words, byID: map[string]*book{}, all: map[string]*subject{}, levels: map[string][]string{}, tables: map[string]*insight.Dataset{}}
	err := g.Items(ctx, func(it *insight.Item) error {
		switch {
		case it.Variable != nil:
			s := &subject{name: it.Variable.Name, label: it.Variable.Label, module: it.Variable.Module}
			label := brackets.ReplaceAllString(s.label, " ")
			s.says, s.named = vocabularyOf(s.name, label), vocabularyOf(s.name, label)
			s.aside = vocabularyOf(s.module)
			for _, aside := range brackets.FindAllString(s.label, -1) {
				if !made.MatchString(aside) {
					for w := range vocabularyOf(aside).words {
						s.aside.put(w)
					}
				}
			}
			s.says.put(initials(label)...)
			s.words = contentWords(cmp.Or(label, s.name))
			l.all[s.name] = s
		case it.Dataset != nil:
			l.tables[insight.DatasetID(it.Dataset.Name)] = it.Dataset
		case it.Insight != nil && !it.Insight.Seed && it.Insight.Record.Finding != "":
			l.add(it)
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	for name, levels := range l.levels {
		if s := l.all[name]; s != nil {
			for w := range vocabularyOf(levels...).words {
				s.says.put(w)
			}
		}
	}
	l.words = nil
	known, counted := 0.0, 0.0
	for _, w := range words {
		if err := l.likeness(ctx, w); err != nil {
			return nil, err
		}
		n := l.count(w)
		if n == 0 {
			n = l.asides(w)
		}
		if n == 0 && l.knows(w) {
			n = 1 // a level, or a condition
		}
		if n == 0 && w.minor() {
			l.lost = append(l.lost, w)
			continue
		}
		l.words = append(l.words, w)
		weight := math.Log(float64(2+len(l.all)) / float64(1+n))
		if n > 0 {
			known, counted = known+weight, counted+1
		}
		l.weight = append(l.weight, weight)
	}
	// A word that nothing knows counts as one that is known does on the average: how rare it is, the graph cannot tell.
	for i, w := range l.words {
		if counted > 0 && !l.knows(w) {
			l.weight[i] = min(l.weight[i], known/counted)
		}
		if w.held {
			l.weight[i] /= 4
		}
	}
	l.known, l.called = map[string]bool{}, vocabularyOf(slices.Collect(maps.Keys(l.tables))...)
	for _, s := range l.all {
		s.asked = l.share(s.says, s.words)
	}
	for _, b := range l.books {
		for _, name := range b.finding.Core() {
			if s := l.all[name]; s != nil {
				b.core = append(b.core, s)
			}
		}
		for _, name := range b.finding.Controls {
			if s := l.all[name]; s != nil {
				b.held = append(b.held, s)
			}
		}
		b.coverage, b.focus = l.cover(b), l.focus(b)
	}
	return l, nil
}

// count is how many variables are about a word.
func (l *library) count(w word) (n int) {
	for _, s := range l.all {
		if s.says.has(w) {
			n++
		}
	}
	return n
}

// asides lets the variables answer to a word that stands in their labels' brackets or names their module, and counts them: for words that no variable
// is called by otherwise.
func (l *library) asides(w word) (n int) {
	for _, s := range l.all {
		if s.aside.has(w) {
			s.says.put(w.stem)
			s.named.put(w.stem)
			n++
		}
	}
	return n
}

// focus is the share of what an insight is about that the question names: of each variable of its core, the larger part of what it is called
// or of half when it is named at all; controls and a condition on rows count half.
func (l *library) focus(b *book) float64 {
	named, all := 0.0, 0.0
	for _, s := range b.core {
		named, all = named+s.asked, all+1
	}
	for _, s := range b.held {
		named, all = named+s.asked/2, all+0.5
	}
	if b.where != nil {
		named, all = named+l.share(b.where, contentWords(b.finding.Where))/2, all+0.5
	}
	if all == 0 {
		return 0
	}
	return named / all
}

// share is how much of what something is called the question names: of half when it is named at all.
func (l *library) share(says *vocabulary, words []word) float64 {
	if !slices.ContainsFunc(l.words, says.has) {
		return 0
	}
	asked := vocabularyOf()
	for _, w := range l.words {
		asked.put(w.stem, w.text)
	}
	n := 0
	for _, w := range words {
		if asked.has(w) {
			n++
		}
	}
	return 0.5 + 0.5*float64(n)/float64(max(1, len(words)))
}

// has tells whether an insight is about a word: by a variable of its core, a level that it compares or its condition on rows.
func (b *book) has(w word) bool {
	return slices.ContainsFunc(b.core, func(s *subject) bool { return s.says.has(w) }) || b.levels.has(w) || b.where != nil && b.where.has(w)
}

// holds tells whether a word names what an insight holds equal.
func (b *book) holds(w word) bool {
	return slices.ContainsFunc(b.held, func(s *subject) bool { return s.says.has(w) })
}

// alike is the similarity from which a label means what a word means.
const alike = 0.75

// likeness lets a variable answer to a word that means what its label means, as an embedding model knows: schooling and education.
func (l *library) likeness(ctx context.Context, w word) error {
	near, err := l.view.Similar(ctx, insight.KindVariable, "label", w.text, alike)
	if err != nil {
		return err
	}
	for _, n := range near {
		if s := l.all[strings.TrimPrefix(l.view.ID(n.Node), insight.VariableID(""))]; s != nil {
			s.says.put(w.stem)
		}
	}
	return nil
}

func (l *library) add(it *insight.Item) {
	r := it.Insight.Record
	b := &book{node: l.view.Node(it.ID), record: &r, dataset: it.Insight.Dataset, finding: mind.Finding{ID: it.ID, Name: r.Name, Text: r.Finding, Claim: r.Claim,
		Template: r.Template, Outcome: r.Outcome, Exposure: r.Exposure, Moderator: r.Moderator, Groups: r.Groups, Controls: r.Controls,
		Where: r.Where, Estimand: r.Estimand, Modules: it.Insight.Modules, Estimate: r.Estimate, Validity: 0.5}}
	if r.Magnitude != nil {
		b.finding.Magnitude = *r.Magnitude
	}
	if v := it.Insight.Scores.Validity; v != nil {
		b.finding.Validity = *v
	}
	if r.Verdict != nil {
		b.status = string(r.Verdict.Value)
	}
	if r.Estimate != nil && b.status != "inconclusive" {
		b.sign = cmp.Compare(*r.Estimate, 0)
	}
	if r.Where != "" {
		b.where = vocabularyOf(r.Where)
	}
	// What is compared is a subject too: Boston and Chicago are words for the city.
	compared, levels := cmp.Or(r.Groups, r.Moderator), []string{}
	for _, level := range r.Levels {
		levels = append(levels, level.Value)
	}
	if r.Slopes != nil && len(r.Slopes.Groups) > 0 {
		levels = levels[:0]
		for _, s := range r.Slopes.Groups {
			levels = append(levels, s.At)
		}
	}
	for _, level := range levels {
		if compared != "" {
			l.levels[compared] = append(l.levels[compared], level)
		}
	}
	b.levels = vocabularyOf(levels...)
	l.books = append(l.books, b)
	l.byID[it.ID] = b
}

// knows tells whether anything in the graph is about a word.
func (l *library) knows(w word) bool {
	yes, asked := l.known[w.text]
	if asked {
		return yes
	}
	yes = l.count(w) > 0 || slices.ContainsFunc(l.books, func(b *book) bool { return b.levels.has(w) || b.where != nil && b.where.has(w) })
	if l.known != nil {
		l.known[w.text] = yes
	}
	return yes
}

// cover is the share of the question's words, by weight, that an insight is about; what is to be held equal may be its controls.
func (l *library) cover(b *book) float64 {
	covered, all := 0.0, 0.0
	for i, w := range l.words {
		all += l.weight[i]
		if b.has(w) || w.held && b.holds(w) {
			covered += l.weight[i]
		}
	}
	if all == 0 {
		return 0
	}
	return covered / all
}

// topics parts the question's words, by place, into what it is about: the words that one variable's name and label hold together are one
// topic, the largest first, and words that only levels or conditions hold are another. A word that nothing holds belongs to the topic that it
// stands beside, as commuting does in "commuting time", else to none.
func (l *library) topics() (out [][]int) {
	left := map[int]bool{}
	for i, w := range l.words {
		if l.knows(w) {
			left[i] = true
		}
	}
	for len(left) > 0 {
		var best []int
		most := 0.0
		for _, name := range slices.Sorted(maps.Keys(l.all)) {
			for _, held := range []bool{false, true} { // what is to be held equal is a subject of its own
				if has, weight := l.holds(l.all[name], left, held); weight > most {
					best, most = has, weight
				}
			}
		}
		if best == nil {
			best = slices.Sorted(maps.Keys(left))
		}
		for _, i := range best {
			delete(left, i)
		}
		out = append(out, best)
	}
	for i, w := range l.words {
		if l.knows(w) {
			continue
		}
		for k, topic := range out {
			if slices.ContainsFunc(topic, func(j int) bool { return l.words[j].run == w.run && l.knows(l.words[j]) }) {
				out[k] = append(topic, i)
				break
			}
		}
	}
	// A year alone is no subject: it is that of what stands before it, or else behind.
	for k := 0; k < len(out) && len(out) > 1; k++ {
		if slices.ContainsFunc(out[k], func(i int) bool { return !l.words[i].number() || len(l.words[i].text) != 4 }) {
			continue
		}
		to, nearest := -1, math.MaxInt
		for j, t := range out {
			for _, i := range t {
				d := slices.Min(out[k]) - i
				if d < 0 {
					d = len(l.words) - d
				}
				if j != k && d < nearest {
					to, nearest = j, d
				}
			}
		}
		out[to] = append(out[to], out[k]...)
		out = slices.Delete(out, k, k+1)
		k--
	}
	// In the question's order. What is to be held equal is no part of the pair that it is about.
	slices.SortFunc(out, func(a, b []int) int { return cmp.Compare(slices.Min(a), slices.Min(b)) })
	held := func(topic []int) bool {
		return !slices.ContainsFunc(topic, func(i int) bool { return !l.words[i].held })
	}
	if slices.ContainsFunc(out, func(t []int) bool { return !held(t) }) {
		out = slices.DeleteFunc(out, held)
	}
	// Nor is what the data are about as a whole, such as the mothers of a table of mothers or what the table is called, where two subjects are left without it, or something is asked
	// for that nothing knows: many variables are called by it.
	lacks := slices.ContainsFunc(l.lost, func(w word) bool { return !w.number() }) || slices.ContainsFunc(l.words, func(w word) bool { return !w.held && !l.knows(w) })
	common := func(topic []int) bool {
		return !slices.ContainsFunc(topic, func(i int) bool {
			w := l.words[i]
			return l.knows(w) && 3*l.count(w) < len(l.all) && !l.called.literal(w)
		})
	}
	own := 0
	for _, t := range out {
		if !common(t) {
			own++
		}
	}
	if own >= 2 || lacks && own == 1 {
		out = slices.DeleteFunc(out, common)
	}
	return out
}

// holds is which of the words that are left a variable has, and what they weigh together. Words that stand together belong together: of those in other
// places half counts, and a word that only a level is called by counts less.
func (l *library) holds(s *subject, left map[int]bool, held bool) (has []int, weight float64) {
	runs, all, longest := map[int]float64{}, 0.0, 0.0
	for i, w := range l.words {
		if !left[i] || w.held != held || !s.says.has(w) {
			continue
		}
		weight := l.weight[i]
		if !s.named.has(w) {
			weight *= 0.6
		}
		has = append(has, i)
		runs[w.run] += weight
		all += weight
	}
	for _, r := range runs {
		longest = max(longest, r)
	}
	return has, (longest + all) / 2
}

// likeness is a similarity by the words that a question and an insight share, which knows the variables' labels: the harmonic mean of how much of the
// question the insight covers and how much of the insight the question names.
func (b *book) likeness() float64 {
	if b.coverage+b.focus == 0 {
		return 0
	}
	return 2 * b.coverage * b.focus / (b.coverage + b.focus)
}

// hops are the relations that retrieval follows, both ways.
var hops = []string{"deepens", "extends", "narrows", "contradicts", "revises", "crosses", "relates"}

// retrieve finds the insights near a question, the best first: the seeds nearest to it by similarity and by its words, and their neighbours.
func (l *library) retrieve(ctx context.Context, question string, seeds int) ([]Retrieved, error) {
	scored, err := l.view.Similar(ctx, insight.KindInsight, "text", question, 0)
	if err != nil {
		return nil, err
	}
	similarity := map[insight.Node]float64{}
	for _, s := range scored {
		similarity[s.Node] = s.Score
	}
	for _, b := range l.books {
		b.similar = max(similarity[b.node], b.likeness())
	}
	nearest := slices.Clone(l.books)
	slices.SortStableFunc(nearest, func(a, b *book) int {
		return cmp.Or(cmp.Compare(b.coverage+b.similar, a.coverage+a.similar), cmp.Compare(b.finding.Validity, a.finding.Validity),
			cmp.Compare(a.finding.ID, b.finding.ID))
	})
	take := map[string]bool{}
	var out []Retrieved
	put := func(b *book, hop bool) {
		if b == nil || take[b.finding.ID] {
			return
		}
		take[b.finding.ID] = true
		out = append(out, b.retrieved(hop))
	}
	for _, b := range nearest[:min(seeds, len(nearest))] {
		put(b, false)
	}
	for _, r := range slices.Clone(out) {
		for _, relation := range hops {
			for _, in := range []bool{false, true} {
				for _, n := range l.view.Neighbours(relation, in).Of(l.byID[r.ID].node) {
					put(l.byID[l.view.ID(n)], true)
				}
			}
		}
	}
	slices.SortStableFunc(out, func(a, b Retrieved) int {
		return cmp.Or(cmp.Compare(b.Score, a.Score), cmp.Compare(a.ID, b.ID))
	})
	return out, nil
}

// score is AutoKD's, of similarity and validity.
func (b *book) score() float64 { return similarityShare*b.similar + validityShare*b.finding.Validity }

func (b *book) retrieved(hop bool) Retrieved {
	return Retrieved{ID: b.finding.ID, Name: b.finding.Name, Text: strings.TrimSpace(b.finding.Text), Similarity: b.similar, Validity: b.finding.Validity,
		Coverage: b.coverage, Score: b.score(), Hop: hop}
}

// conflicts are the pairs of insights that contradict each other, the stronger pairs first.
func (l *library) conflicts() (out [][2]*book) {
	for _, b := range l.books {
		for _, n := range l.view.Neighbours("contradicts", false).Of(b.node) {
			if o := l.byID[l.view.ID(n)]; o != nil {
				out = append(out, [2]*book{b, o})
			}
		}
	}
	slices.SortStableFunc(out, func(x, y [2]*book) int {
		return cmp.Or(cmp.Compare(y[0].finding.Magnitude+y[1].finding.Magnitude, x[0].finding.Magnitude+x[1].finding.Magnitude),
			cmp.Compare(x[0].finding.ID, y[0].finding.ID), cmp.Compare(x[1].finding.ID, y[1].finding.ID))
	})
	return out
}

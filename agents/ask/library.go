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

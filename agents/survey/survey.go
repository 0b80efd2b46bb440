// Package survey screens every hypothesis that can be put without controls: each pair of variables as assoc and diff, each triple as
// interact and heterogeneity. It is what the offline mind of the discovery loop looks at, and `hyp survey`.
//
// # What is computed
//
// A test here is the engine's test of the same claim (package engine says which), on the same complete rows of the variables at hand,
// unweighted, with the default limits; a test of the package compares random samples of the claims with the engine's records. Where
// numbers would lose digits (a column far from zero, near-collinear variables, an outcome that hardly varies) the engine itself is
// asked. Two exceptions are marked: a binary outcome over more than Options.Cells different rows of two variables is screened by least
// squares on 0 and 1 (Method ScreenT and ScreenF), with what is listed confirmed by the engine; and an outcome with three or more
// levels counts as refused even where the complete rows of a triple leave two of them.
//
// Claims that are one test count once: assoc of two numbers in both directions, an interaction in both orders, an interaction with a
// factor and the heterogeneity over its levels. Benjamini and Hochberg's procedure runs over all distinct tests that were made and are
// no tautologies; the number of rejections is exact, though not every p-value is kept.
//
// # How
//
// The codes of two variables make cells; rows, sum and sum of squares of an outcome in each cell are all that least squares and, for a
// binary outcome, logistic regression need. One pass over the rows of a pair sums 32 outcomes at once.
//
// # Measured
//
// 2026-11-30, two shared cores, which other work held to a fifth of one: so processor time. A survey of 5,215 rows and 296 variables (the
// General Social Survey of 2016 and 2018, most items ordinal, a third of the cells missing; `hyp survey data.csv`), all 45 million legal
// claims, 22 million distinct tests: 166 s on one core, 235 MB. It stops within half a second of an interrupt. On the table of the
// benchmarks (go test -bench . ./agents/survey) and, on one of the same shape, its peers (testdata/peers/bench.py: scipy 1.17, statsmodels
// 0.15), microseconds a test:
//
//	pairs    70   scipy's pearsonr on complete rows 870 (pandas' corr 34, r alone)
//	triples  21   statsmodels' OLS 1,620, Logit 2,890
package survey

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"runtime"
	"slices"
	"strings"
	"sync/atomic"

	"github.com/hyp-lang/hyp/agents/space"
	"github.com/hyp-lang/hyp/compiler/catalog"
	"github.com/hyp-lang/hyp/compiler/check"
	"github.com/hyp-lang/hyp/compiler/plan"
	"github.com/hyp-lang/hyp/estimators/report"
	"github.com/hyp-lang/hyp/estimators/table"
)

// DefaultCells is the most different rows of two variables over which a logistic regression of a triple is fitted, unless Options.Cells
// says otherwise.
const DefaultCells = 2048

// Input is a data set with the meaning of its columns.
type Input struct {
	Table    *table.Table
	Meanings []check.Meaning
	Catalog  *catalog.Catalog // nil when there is none
	Dataset  string           // what a study calls the data
	DataID   string           // what ids call them
}

// Options say what to screen. The zero value screens everything.
type Options struct {
	Templates []plan.Template // empty: all four
	Outcomes  []string        // only claims with one of these outcomes; empty: all
	Exposures []string        // only claims with one of these as exposure, moderator of an interaction, or groups of a diff
	Rows      table.Bitmap    // the rows to look at, such as those of the train part; nil: all
	Sample    int             // at most so many rows, drawn at random; 0: all
	Seed      uint64          // of the sample
	Alpha     float64         // level of Benjamini and Hochberg's procedure; 0: 0.05
	Top       int             // findings kept of each template; 0: 100
	Cells     int             // most different rows of two variables for a logistic regression of a triple; 0: DefaultCells
	Workers   int             // 0: the machine's cores
	Progress  func(Progress)  // called now and then, from any goroutine
}

// Progress is where a survey is.
type Progress struct {
	Stage       string // pairs, relations by construction, triples, threshold, confirming
	Done, Total int
}

// Survey is what a screen found.
type Survey struct {
	Rows      int // screened
	All       int // rows of the table
	Variables []space.Variable
	LeftOut   []space.LeftOut
	Templates []Template // in the order of space.Templates, those that were asked for
	Asked     int64      // tests whose numbers the engine was asked for

	Alpha       float64
	Tests       int64   // distinct tests made, tautologies apart
	Discoveries int64   // of these, rejected by Benjamini and Hochberg at Alpha
	Critical    float64 // the p-value up to which tests are rejected: Alpha Discoveries / Tests

	Tautologies []Tautology
	Findings    []Finding // the strongest of each template, by p-value, confirmed by the engine

	input   Input
	opt     Options
	columns []*column
	index   map[string]int
	assoc   []Test // by exposure x outcome
	diff    []Test // by groups x outcome
	taut    []uint16
	blocks  []*block
	asked   *atomic.Int64
}

// Template counts the claims and the tests of one template.
type Template struct {
	Template  plan.Template
	Space     int64 // claims by the counting of Table 8
	Legal     int64 // of these, claims that the language takes: groups have levels, an outcome is a number or has two
	Tests     int64 // distinct tests made; a test of claims of two templates counts in the first
	Screened  int64 // of these, screened by least squares in the place of logistic regression
	Refused   map[string]int64
	Tautology int64 // tests of variables that are related by construction
}

// Screen runs a survey. The error is the context's, or that of a filter that names no variable.
func Screen(ctx context.Context, in Input, opt Options) (*Survey, error) {
	if opt.Alpha == 0 {
		opt.Alpha = 0.05
	}
	if opt.Top == 0 {
		opt.Top = 100
	}
	if opt.Cells == 0 {
		opt.Cells = DefaultCells
	}
	if opt.Workers == 0 {
		opt.Workers = runtime.GOMAXPROCS(0)
	}
	if len(opt.Templates) == 0 {
		opt.Templates = space.Templates
	}
	if opt.Alpha < 0 || opt.Alpha >= 1 {
		return nil, fmt.Errorf("alpha %g lies outside (0, 1)", opt.Alpha)
	}
	whole := in.Table
	in.Table = whole.Select(sampled(opt, whole.Rows))
	s := &Survey{Rows: in.Table.Rows, All: whole.Rows, Alpha: opt.Alpha, input: in, opt: opt, index: map[string]int{}, asked: new(atomic.Int64)}
	var err error
	if s.Variables, s.LeftOut, err = space.VariablesOf(ctx, whole, in.Table, in.Meanings, in.Catalog); err != nil {
		return nil, err
	}
	for i, v := range s.Variables {
		s.index[v.Name] = i
	}
	for _, names := range [][]string{opt.Outcomes, opt.Exposures} {
		if err := s.known(names); err != nil {
			return nil, err
		}
	}
	for i := range s.Variables {
		c, err := readColumn(ctx, in.Table, &s.Variables[i])
		if err != nil {
			return nil, err
		}
		s.columns = append(s.columns, c)
	}
	for _, t := range space.Templates {
		if slices.Contains(opt.Templates, t) {
			n := len(s.Variables)
			s.Templates = append(s.Templates, Template{Template: t, Space: space.Count(t, n, 0).Int64(), Legal: space.Legal(t, s.Variables), Refused: map[string]int64{}})
		}
	}
	if err := s.cut(ctx); err != nil {
		return nil, err
	}
	if err := s.pairs(ctx); err != nil {
		return nil, err
	}
	if err := s.all(ctx); err != nil {
		return nil, err
	}
	s.Asked = s.asked.Load()
	return s, ctx.Err()
}

// known refuses names that are no variables of the survey.
func (s *Survey) known(names []string) error {
	for _, name := range names {
		if _, ok := s.index[name]; ok {
			continue
		}
		for _, out := range s.LeftOut {
			if out.Name == name {
				return fmt.Errorf("`%s` is in no hypothesis: %s", name, out.Why)
			}
		}
		return fmt.Errorf("there is no variable `%s`", name)
	}
	return nil
}

// sampled is the rows to screen: those of the mask, or a random part of them.
func sampled(opt Options, length int) table.Bitmap {
	if opt.Sample <= 0 {
		return opt.Rows
	}
	var in []int
	for i := range length {
		if opt.Rows.Get(i) {
			in = append(in, i)
		}
	}
	if len(in) <= opt.Sample {
		return opt.Rows
	}
	rand.New(rand.NewPCG(opt.Seed, 1)).Shuffle(len(in), func(i, j int) { in[i], in[j] = in[j], in[i] })
	out := table.NewBitmap(length, false)
	for _, i := range in[:opt.Sample] {
		out.Set(i)
	}
	return out
}

// cut divides the outcomes into blocks.
func (s *Survey) cut(ctx context.Context) (err error) {
	var outcomes []*column
	for _, c := range s.columns {
		if c.role != noOutcome {
			outcomes = append(outcomes, c)
		}
	}
	for i, c := range s.columns {
		c.at = i
	}
	s.blocks, err = newBlocks(ctx, outcomes, s.Rows)
	return err
}

// wants tells whether a claim passes the filters: its template, its outcome, and one of its exposures.
func (s *Survey) wants(t plan.Template, outcome *column, exposures ...*column) bool {
	if !slices.Contains(s.opt.Templates, t) || len(s.opt.Outcomes) > 0 && !slices.Contains(s.opt.Outcomes, outcome.Name) {
		return false
	}
	if len(s.opt.Exposures) == 0 {
		return true
	}
	for _, e := range exposures {
		if slices.Contains(s.opt.Exposures, e.Name) {
			return true
		}
	}
	return false
}

// template is the counter of a template; nil when it was not asked for.
func (s *Survey) template(t plan.Template) *Template {
	for i := range s.Templates {
		if s.Templates[i].Template == t {
			return &s.Templates[i]
		}
	}
	return nil
}

// Index is the number of a variable; -1 when the survey has none of that name.
func (s *Survey) Index(name string) int {
	if i, ok := s.index[name]; ok {
		return i
	}
	return -1
}

// Describe says in a sentence or two what was screened.
func (s *Survey) Describe() string {
	var names []string
	for _, t := range s.opt.Templates {
		names = append(names, string(t))
	}
	part, all := report.Count(int64(s.Rows)), report.Count(int64(s.All))
	rows := part + " rows"
	switch sampled := s.opt.Sample > 0 && s.Rows == s.opt.Sample; {
	case sampled && s.opt.Rows != nil:
		rows = fmt.Sprintf("%s rows, drawn at random (seed %d) from a part of the table's %s", part, s.opt.Seed, all)
	case sampled && s.Rows < s.All:
		rows = fmt.Sprintf("%s rows, drawn at random (seed %d) from the table's %s", part, s.opt.Seed, all)
	case s.Rows < s.All:
		rows = fmt.Sprintf("%s rows of the table's %s", part, all)
	}
	return fmt.Sprintf("%d variables in %s: %s, without controls and unweighted", len(s.Variables), rows, strings.Join(names, ", "))
}

// Test is one test of the survey. A refused one has a Refusal and no numbers.
type Test struct {
	Refusal   string  // the engine's code; empty when the test was made
	Method    Method  //
	N         int64   // complete rows
	Statistic float64 // t, F, z, chi-squared or H; the rank-sum z of a Mann-Whitney test
	DF1, DF2  float64
	P, Log10P float64
	Effect    float64 // on the scale of |r|; with the coefficient's sign where there is one coefficient
}

// test makes the public form of an estimate.
func (e *estimate) test() Test {
	if e.refusal != tested {
		return Test{Refusal: refusalCodes[e.refusal], N: e.n}
	}
	p := e.tail()
	return Test{Method: e.method, N: e.n, Statistic: e.stat, DF1: e.df1, DF2: e.df2, P: p.P, Log10P: p.Log10P, Effect: e.effect}
}

// Magnitude is the size of the effect on the scale of |r|.
func (t *Test) Magnitude() float64 { return math.Abs(t.Effect) }

// Made tells whether the test was made.
func (t *Test) Made() bool { return t.Refusal == "" && t.Method != NoMethod }

func byP(a, b float64, rest ...int) int {
	return cmp.Or(cmp.Compare(a, b), cmp.Or(rest...))
}

package lint

import (
	"context"
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/hyp-lang/hyp/compiler/check"
	"github.com/hyp-lang/hyp/estimators/engine"
	"github.com/hyp-lang/hyp/estimators/judge"
	"github.com/hyp-lang/hyp/estimators/power"
	"github.com/hyp-lang/hyp/estimators/table"
	"github.com/hyp-lang/hyp/lang/source"
)

// noisy is a table of 90 rows without patterns worth the name: x y z numeric, g of three levels, h of two, b binary.
func noisy(t *testing.T) *table.Table {
	t.Helper()
	var b strings.Builder
	b.WriteString("x,y,z,g,h,b\n")
	r := uint32(7)
	for i := range 90 {
		next := func(n int) int { r = r*1664525 + 1013904223; return int(r>>10) % n }
		fmt.Fprintf(&b, "%d,%d,%d,%s,%s,%d\n", next(97), next(101), next(89), "pqr"[i%3:i%3+1], string("mf"[next(2)]), next(2))
	}
	out, err := table.Read(context.Background(), "t.csv", strings.NewReader(b.String()), table.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// TestDetectable holds the smallest detectable effect that the rule finds from counts alone against the one that a verdict
// gives after the run (package judge, whose own tests hold it against statsmodels).
func TestDetectable(t *testing.T) {
	data := noisy(t)
	m := check.Memory{Tables: map[string]*table.Table{"t.csv": data}}
	for _, c := range []struct{ claim, measure string }{
		{"assoc(x, y)", "r"},
		{"assoc(x, y) controlling for z", "r"},
		{"assoc(x, y) controlling for z, g", "r"},
		{"diff(y, by=h)", "d"},
		{"diff(y, by=h)", "r"},
		{"diff(y, by=g: \"p\" vs \"q\")", "d"},
		{"diff(y, by=g: \"p\" vs rest)", "d"},
		{"diff(y, by=h) controlling for z", "d"},
		{"diff(y, by=g) controlling for z", "eta2"},
	} {
		text := "dataset d from \"t.csv\"\nvar x numeric\nvar y numeric\nvar z numeric\nvar g categorical ref \"p\"\nvar h categorical ref \"m\"\nhyp H1: " + c.claim + "\n"
		s := openStudy(context.Background(), source.New("s.hyp", text), m, DefaultSettings(), nil)
		h := s.Hyps[0]
		if h.Spec == nil {
			t.Fatalf("%s: %v", c.claim, s.found)
		}
		b, refusal := s.bind(h)
		if b == nil {
			t.Fatalf("%s: %v", c.claim, refusal)
		}
		p := &Pass{Study: s, rule: undetectableFloor}
		d, ok := p.design(h, b, *s.complete(h))
		if !ok {
			t.Errorf("%s: no design", c.claim)
			continue
		}
		got, err := power.MinimalDetectable(d, c.measure, power.DefaultPower, power.DefaultAlpha)
		if err != nil {
			t.Errorf("%s: %v", c.claim, err)
			continue
		}
		rec, err := engine.Run(context.Background(), data, h.Spec, engine.Options{})
		if err != nil {
			t.Fatal(err)
		}
		want, err := judge.Detectable(rec, c.measure)
		if err != nil {
			t.Errorf("%s: judge: %v", c.claim, err)
			continue
		}
		tolerance := 1e-9
		if c.claim == "diff(y, by=h) controlling for z" { // the run knows how far group and control go together, the counts do not
			tolerance = 0.02
		}
		if math.Abs(got-want.Value) > tolerance*want.Value || got > want.Value*(1+1e-9) {
			t.Errorf("%s on %s: %v from counts, %v after the run (%+v)", c.claim, c.measure, got, want.Value, d)
		}
	}
}

// TestDetectableFigure: the formula of pwr.r.test solved with uniroot in R 4.2.2 gives r = 0.3525556 for n = 60 and power 0.8.
func TestDetectableFigure(t *testing.T) {
	found, _ := lintDoc(t, undetectableFloor, undetectableFloor.Doc.Example)
	if len(found) != 1 || found[0].Message != "the floor is below what 60 rows detect at power 0.8" || !strings.HasPrefix(found[0].Label, "they detect r from 0.353 on") {
		t.Errorf("%v", found)
	}
}

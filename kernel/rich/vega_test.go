package rich

import (
	"testing"
	"unicode/utf8"
)

// A plot fits into the output of a notebook in a window of 1200 pixels beside the side bar, some 740: labels at their limit, the
// panel, and the numbers at 6 pixels a character.
func TestVegaFits(t *testing.T) {
	panels, _ := sizes(recordsOf(t, "penguins"))
	if len(panels) < 2 {
		t.Fatal("too few panels")
	}
	for i := range panels {
		for j := range panels[i].rows {
			r := &panels[i].rows[j]
			if wide := vegaLabel + vegaWidth + 6*utf8.RuneCountInString(r.numbers()) + 40; wide > 700 {
				t.Errorf("%s: %d pixels for %s", r.name, wide, r.numbers())
			}
			if r.name != "" && r.label != "" && len(rowLines(r)) != 2 {
				t.Errorf("%s is in one line with its claim", r.name)
			}
		}
	}
}

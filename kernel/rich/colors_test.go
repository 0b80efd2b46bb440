package rich

import (
	"fmt"
	"math"
	"regexp"
	"strings"
	"testing"
)

// luminance is the relative luminance of WCAG 2.2.
func luminance(t *testing.T, hex string) float64 {
	t.Helper()
	if len(hex) == 4 {
		hex = "#" + strings.Repeat(hex[1:2], 2) + strings.Repeat(hex[2:3], 2) + strings.Repeat(hex[3:4], 2)
	}
	var c [3]int
	if _, err := fmt.Sscanf(hex, "#%02x%02x%02x", &c[0], &c[1], &c[2]); err != nil {
		t.Fatal(hex, err)
	}
	out := 0.0
	for i, weight := range []float64{0.2126, 0.7152, 0.0722} {
		v := float64(c[i]) / 255
		if v <= 0.04045 {
			v /= 12.92
		} else {
			v = math.Pow((v+0.055)/1.055, 2.4)
		}
		out += weight * v
	}
	return out
}

func contrast(t *testing.T, a, b string) float64 {
	t.Helper()
	x, y := luminance(t, a), luminance(t, b)
	return (max(x, y) + 0.05) / (min(x, y) + 0.05)
}

// Texts have the contrast of WCAG's level AA, 4.5, and marks 3, on both pages.
func TestContrast(t *testing.T) {
	if c := contrast(t, "#000", "#fff"); c != 21 {
		t.Fatal(c)
	}
	page := map[bool]string{}
	for _, p := range paints {
		if p.class == "hyp-bg" {
			page[false], page[true] = p.light, p.dark
		}
	}
	for _, p := range paints {
		want := 3.0
		switch p.class {
		case "hyp-bg", "hyp-grid", "hyp-band":
			continue
		case "hyp-ink", "hyp-soft":
			want = 4.5
		}
		for dark, color := range map[bool]string{false: p.light, true: p.dark} {
			if c := contrast(t, color, page[dark]); c < want {
				t.Errorf("%s (dark: %v) has a contrast of %.2f", p.class, dark, c)
			}
		}
	}
	badges := regexp.MustCompile(`background:(#[0-9a-f]+)`).FindAllStringSubmatch(style, -1)
	if len(badges) != 4 {
		t.Errorf("%d badges", len(badges))
	}
	for _, m := range badges {
		if c := contrast(t, m[1], "#fff"); c < 4.5 {
			t.Errorf("white on %s has a contrast of %.2f", m[1], c)
		}
	}
	for _, color := range vegaColors { // on white, on our dark page and on that of Vega
		for _, page := range []string{"#ffffff", "#1b1f24", "#333333"} {
			if c := contrast(t, color, page); c < 3 {
				t.Errorf("%s on %s has a contrast of %.2f", color, page, c)
			}
		}
	}
}

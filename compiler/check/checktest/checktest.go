// Package checktest holds the table that the examples of diagnostics and of the language are about.
package checktest

import (
	"fmt"

	"github.com/hyp-lang/hyp/compiler/check"
	"github.com/hyp-lang/hyp/estimators/table"
)

// Loader gives a study the example table as its data, and under the names d.csv and e.csv: 60 rows with the columns id
// (text, unique), x, y, z (numeric), g (categorical: a, b, c), h (binary: 0, 1) and w (numeric weight).
func Loader() (check.Loader, error) {
	const rows = 60
	id, g := make([]string, rows), make([]string, rows)
	x, y, z, h, w := make([]float64, rows), make([]float64, rows), make([]float64, rows), make([]float64, rows), make([]float64, rows)
	for i := range rows {
		id[i], g[i] = fmt.Sprintf("p%02d", i), []string{"a", "b", "c"}[i%3]
		x[i], y[i], z[i], h[i], w[i] = float64(i)+.5, float64(i*i%17), float64(i%7), float64(i%2), 1+float64(i%4)/2
	}
	t, err := table.New("data.csv", table.TextColumn("id", id), table.NumbersColumn("x", x, nil), table.NumbersColumn("y", y, nil),
		table.NumbersColumn("z", z, nil), table.TextColumn("g", g), table.NumbersColumn("h", h, nil), table.NumbersColumn("w", w, nil))
	if err != nil {
		return nil, fmt.Errorf("example table: %w", err)
	}
	return check.Memory{Data: "data.csv", Tables: map[string]*table.Table{"data.csv": t, "d.csv": t, "e.csv": t}}, nil
}

package query_test

import (
	"context"
	"fmt"
	"os"

	"github.com/hyp-lang/hyp/graphq/query"
	"github.com/hyp-lang/hyp/graphq/query/memgraph"
	"github.com/hyp-lang/hyp/lang/diag"
	"github.com/hyp-lang/hyp/lang/source"
)

func ExampleRun() {
	g, err := memgraph.Load(`
i:H1 effect=0.30 status=supported
i:H2 effect=0.12 status=supported
i:H3 effect=-0.25 status=refuted
i:H1 outcome v:wage
i:H2 outcome v:wage
i:H3 outcome v:wage
i:H3 contradicts i:H2
`)
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, text := range []string{
		"find i, i.effect where i about @wage and not j contradicts i",
		"find v, count(i), mean(i.effect) where i about v and i.status = 'supported'",
		"find i where i about @wagee",
	} {
		r, found, err := query.Run(context.Background(), g, source.New("query", text), query.Options{})
		if err != nil {
			fmt.Println(err)
			return
		}
		for _, d := range found {
			fmt.Printf("%s: %s; %s\n", d.Severity, d.Message, d.Help)
		}
		if !diag.HasErrors(found) {
			if err := r.WriteTable(os.Stdout, 80); err != nil {
				fmt.Println(err)
			}
		}
	}
	// Output:
	// i     i.effect
	// ----  --------
	// i:H1       0.3
	// 1 row
	// v       count(i)  mean(i.effect)
	// ------  --------  --------------
	// v:wage         2            0.21
	// 1 row
	// error: there is no variable `wagee`; did you mean `@wage`?
}

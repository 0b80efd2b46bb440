package parse_test

import (
	"fmt"
	"os"

	"github.com/hyp-lang/hyp/lang/ast"
	"github.com/hyp-lang/hyp/lang/diag"
	"github.com/hyp-lang/hyp/lang/parse"
	"github.com/hyp-lang/hyp/lang/source"
)

func ExampleFile() {
	f, ds := parse.File(source.New("study.hyp", `
hyp H1: assoc(ses, ba) controlling for sex
hyp H2: assoc(ses ba)
hyp H3: diff(ba, by=race: 2 vs 3)
`))
	for _, s := range f.Statements {
		switch s := s.(type) {
		case *ast.Hyp:
			fmt.Println(s.Name.Text, "is about", s.Claim.Template())
		case *ast.Bad:
			fmt.Println(s.Declares, "cannot be read")
		}
	}
	diag.WriteShort(os.Stdout, ds)
	// Output:
	// H1 is about assoc
	// H2 cannot be read
	// H3 is about diff
	// study.hyp:3:15: error[E0103]: `ses ba` is not a plain name
}

package assist

import (
	"strings"

	"github.com/hyp-lang/hyp/graphq/query"
	"github.com/hyp-lang/hyp/kernel/serve"
	"github.com/hyp-lang/hyp/lang/diag"
	"github.com/hyp-lang/hyp/lang/follow"
	"github.com/hyp-lang/hyp/lang/parse"
	"github.com/hyp-lang/hyp/lang/source"
)

// indent is what stands before a clause on a line of its own, as the formatter writes it.
const indent = "  "

// IsComplete tells whether a cell can run as it is. A statement that only lacks its end is incomplete, as is one whose last line
// ends in a comma, and a block with %% until an empty line closes it; a mistake that no further line can mend is invalid.
func IsComplete(s *Scope, code string) serve.Completeness {
	r := regionAt(s, code, len(code))
	if r.magic != nil && r.magic.Cell || strings.HasPrefix(strings.TrimLeft(code, " \t\r\n"), "%%") {
		return block(code, r)
	}
	if r.language == queries && r.magic == nil {
		return wholeQuery(code)
	}
	return wholeStudy(study(code, 0)) // a line with a magic is whole by itself
}

// block is a cell with %%: it goes on until an empty line, which is where a console asks when Enter is pressed there.
func block(code string, r region) serve.Completeness {
	text := strings.TrimRight(code, " \t")
	if strings.HasSuffix(text, "\n") && strings.Contains(strings.TrimSpace(code), "\n") {
		return serve.Completeness{Status: "complete"}
	}
	last := text[strings.LastIndexByte(text, '\n')+1:]
	before := last[:len(last)-len(strings.TrimLeft(last, " \t"))]
	if strings.HasSuffix(last, ":") && r.language == foreign {
		before += "    "
	}
	return serve.Completeness{Status: "incomplete", Indent: before}
}

// wholeQuery judges queries apart by semicolons.
func wholeQuery(text string) serve.Completeness {
	spans := query.Split(text)
	for i, q := range spans {
		one := text[q.Start:q.End]
		parsed, _ := query.Parse(source.New("", one))
		switch {
		case parsed != nil:
		case i == len(spans)-1 && query.Unfinished(one):
			return serve.Completeness{Status: "incomplete", Indent: indent}
		default:
			return serve.Completeness{Status: "invalid"}
		}
	}
	return serve.Completeness{Status: "complete"}
}

func wholeStudy(text string) serve.Completeness {
	last := follow.Last(follow.Tokens(text))
	if waits(last) {
		// What stands before the last statement must be right, or no further line helps.
		if _, ds := parse.File(source.New("", text[:last.Tokens[0].At.Start])); diag.HasErrors(ds) {
			return serve.Completeness{Status: "invalid"}
		}
		return serve.Completeness{Status: "incomplete", Indent: indent}
	}
	if _, ds := parse.File(source.New("", text)); diag.HasErrors(ds) {
		return serve.Completeness{Status: "invalid"}
	}
	return serve.Completeness{Status: "complete"}
}

// waits tells whether a statement that is right so far asks for more. A comma behind a claim may stand before a clause.
func waits(s follow.Statement) bool {
	n := len(s.Tokens)
	if n > 1 && s.Broken && s.Tokens[n-1].Word() == "," {
		before := follow.Last(s.Tokens[:n-1])
		return !before.Broken && before.Ended
	}
	return n > 0 && !s.Broken && !s.Ended
}

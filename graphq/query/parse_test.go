package query

import (
	"testing"

	"github.com/hyp-lang/hyp/lang/source"
)

// theFifteen are the queries of the language's reference.
var theFifteen = []string{
	`find i where i about @ses`,
	`find i, i.effect, i.q where i outcome @ba and i exposure @ses and i.q < 0.05 order by i.effect desc`,
	`find i where i.template = 'interact' and i.round in 3..5 and i.score >= 0.7 limit 20`,
	`find i, j where i contradicts j and i.effect > 0 and j.effect < 0`,
	`find i where i about @ses and not j contradicts i`,
	`find i, j where i deepens+ j and j.round = 1 as graph`,
	`find i where i deepens|extends{1..3} @H2`,
	`find v, count(i), max(i.effect) where i about v and i.status = 'supported' order by count(i) desc limit 10`,
	`find i, similarity(i) where i similar to "money and finishing college" above 0.6 order by similarity(i) desc limit 5`,
	`find i where i within c and c is context and i.p < 0.01 and i.holdout_p is missing`,
	`find v:variable where not i about v`,
	`find i, j, v where i outcome v and j exposure v`,
	`lineage of @H12 up via deepens, narrows depth 6 as graph`,
	`paths from @H2 to @H12 via deepens, extends, contradicts limit 3`,
	`explain find i where i uses @nls and i.surprise > 0.5 and (i moderator @race or i within @women)`,
}

// A query printed and read again is the same query.
func TestParseRoundTrip(t *testing.T) {
	for _, text := range theFifteen {
		q, ds := Parse(source.New("query", text))
		if q == nil || len(ds) > 0 {
			t.Errorf("%s: %+v", text, ds)
			continue
		}
		again, ds := Parse(source.New("query", q.String()))
		if again == nil || again.String() != q.String() {
			t.Errorf("%s\nprints as %s\nreads as %v %v", text, q, again, ds)
		}
		t.Log(q)
	}
	for _, text := range []string{"find", "find i where", "find i where i", "find i where (i about @ses", "find i order i.effect", "find i limit", "find i limt 4", "select i", "find i where i about", "lineage @H1", "paths from @a", "find i as", "find i:", "find i where i.x = \"a", "find i where i.q < ", "find i limit 3 where i about @s", "find i where i.n in 3", "find i where i foo 3"} {
		q, ds := Parse(source.New("query", text))
		if q != nil || len(ds) != 1 {
			t.Errorf("%s: %v", text, q)
			continue
		}
		t.Logf("%s: %d..%d %s | %s", text, ds[0].Span.Start, ds[0].Span.End, ds[0].Message, ds[0].Help)
	}
}

package query

import "strings"

// Topic explains a word of the query language.
type Topic struct {
	Name    string
	Aside   []string // further words that mean it
	What    string
	Form    string
	Example string
	Care    string // what people take it for
}

// Topics explains the three queries and what they have in common. The caller owns the slice.
func Topics() []Topic {
	return []Topic{
		{"query", []string{"queries"}, "a question to the insight graph: `find` looks for nodes by conditions, `lineage` follows a finding to what it builds on, `paths` connects two findings",
			"find ITEMS [where CONDITION] [order by ITEM [asc|desc], ...] [limit N [offset N]] [as FORMAT]\nlineage of @NAME [up|down] [via RELATION, ...] [depth N] [limit N] [as FORMAT]\npaths from @NAME to @NAME [via RELATION, ...] [depth N] [limit N] [as FORMAT]",
			"find i.name, i.effect where i about @ses and i.q < 0.05 order by i.effect desc", "the kinds of nodes are " + strings.Join(KindNames(), ", ") + "; `hyp query --schema` lists their properties and the relations"},
		{"find", nil, "looks for nodes: what is shown, then the conditions. A bare name is a variable, which stands for any node; `@name` names one",
			"find ITEMS [where CONDITION] [order by ITEM [asc|desc], ...] [limit N [offset N]] [as " + strings.Join(Formats, "|") + "]",
			"find i where i about @ses\nfind i.name, i.p where i.status = \"supported\" order by i.p limit 10\nfind v, count(i) where i about v\nfind i where i similar to \"income and health\" above 0.6",
			"`i about ses` asks for anything, `i about @ses` for the variable ses; texts stand in quotes: `i.status = \"supported\"`; `not i.q < 0.05` also holds where q is missing"},
		{"lineage", []string{"lineage of"}, "shows what a finding builds on (up), or what builds on it (down), step by step",
			"lineage of @NAME [up|down] [via RELATION, ...] [depth N] [limit N] [as FORMAT]", "lineage of @H1\nlineage of @H1 down via deepens, narrows depth 2 as graph",
			"the relations are " + strings.Join(lineageRelations, ", ")},
		{"paths", []string{"path", "paths from", "path from"}, "shows how two findings are connected, the shortest chains first",
			"paths from @NAME to @NAME [via RELATION, ...] [depth N] [limit N] [as FORMAT]", "paths from @H1 to @H2\npaths from @H1 to @H2 via deepens, extends depth 4", ""},
	}
}

package editor

import "strings"

// textMate is the TextMate grammar. A statement is a region that ends where the next one begins, so that the words of its clauses
// are coloured in it alone; between the brackets of a claim stand names.
func textMate(w Words) object {
	statements := words(append(append([]string{}, w.Statements...), w.Claims...))
	next := `(?=` + statements + `)|(?=^\s*%)`
	region := func(begin string, captures object, patterns ...string) object {
		return object{"begin": begin, "beginCaptures": captures, "end": next, "patterns": includes(patterns...)}
	}
	keyword, name := "keyword.control.hyp", "entity.name.type.hyp"
	declared := object{"1": scope(keyword), "2": scope(name)}
	ident := `[\p{L}_][\p{L}\p{M}\p{Nd}_]*`
	head := func(word string) string { return `(?i:\b(` + word + `)\b)(?:\s+(` + ident + "|`(?:[^`]|``)*`))?" }
	repository := object{
		"study": object{"patterns": append(includes("comment", "magic"), object{"match": `^\s*(?i:(syntax))\s+(\d+)`, "captures": object{"1": scope(keyword), "2": scope("constant.numeric.hyp")}},
			object{"include": "#query-cell"}, object{"include": "#declaration"}, object{"include": "#claim"}, object{"include": "#hyp"}, object{"include": "#string"}, object{"include": "#name"}, object{"include": "#number"})},
		"comment": object{"match": `#.*$`, "name": "comment.line.number-sign.hyp"},
		"string": object{"patterns": []object{
			{"begin": `"`, "end": `"|$`, "name": "string.quoted.double.hyp", "patterns": []object{{"match": `\\(?:u\{[0-9a-fA-F]+\}|.)`, "name": "constant.character.escape.hyp"}}},
			{"begin": `'`, "end": `'|$`, "name": "string.quoted.single.hyp", "patterns": []object{{"match": `\\(?:u\{[0-9a-fA-F]+\}|.)`, "name": "constant.character.escape.hyp"}}}}},
		"name":     object{"match": "`(?:[^`]|``)*`", "name": "variable.other.quoted.hyp"},
		"number":   object{"match": `(?<![\p{L}_\d])(?:\d+(?:\.\d+)?|\.\d+)(?:[eE][+-]?\d+)?(?![\p{L}_])`, "name": "constant.numeric.hyp"},
		"operator": object{"match": `->|\.\.|==|!=|<>|<=|>=|[=<>+\-*/~|]`, "name": "keyword.operator.hyp"},
		"function": object{"match": words(w.Functions) + `(?=\s*\()`, "name": "support.function.hyp"},
		"logic": object{"patterns": []object{
			{"match": words([]string{"true", "false"}), "name": "constant.language.hyp"},
			{"match": words(w.Expression), "name": "keyword.operator.logical.hyp"}}},
		"values": object{"patterns": []object{
			value("expect", w.Values["expect"]), value("floor", w.Values["floor"]), value("using", w.Values["using"]), value("method", w.Values["method"]),
			{"match": `(?i:\b(decide|and)\b)\s+` + words(w.Values["decide"]) + `(?=\s*[=<>!])`, "captures": object{"1": scope("keyword.other.clause.hyp"), "2": scope("constant.language.hyp")}}}},
		"plain": object{"patterns": includes("comment", "string", "name", "number", "operator")},
		"claim": object{"begin": words(w.Claims) + `\s*(\()`, "beginCaptures": object{"1": scope("support.function.claim.hyp")}, "end": next, "patterns": append(
			[]object{{"begin": `\G`, "end": `\)`, "patterns": append([]object{
				{"match": `(?i:\b(vs)\b)\s+` + words(w.ClaimWords), "captures": object{"1": scope("keyword.other.clause.hyp"), "2": scope("keyword.other.clause.hyp")}},
				{"match": words(w.ClaimWords) + `(?=\s*=|\s)`, "name": "keyword.other.clause.hyp"}}, includes("plain")...)}},
			includes("values", "clauses-hyp", "function", "logic", "plain")...)},
		"hyp": object{"match": `(?i:\b(hyp)\b)(?:\s+(` + ident + `)\s*(?=:))?`, "captures": declared},
		"declaration": object{"patterns": []object{
			region(head("dataset"), declared, "clauses-dataset", "plain"),
			region(head("var"), declared, "clauses-var", "types", "function", "logic", "plain"),
			region(head("context"), declared, "clauses-context", "function", "logic", "plain"),
			region(head("family"), declared, "values", "clauses-family", "plain")}},
		"types": object{"match": `(?<![=,(*/+<>-]\s|[=,(*/+<>-])` + words(w.Types), "name": "storage.type.hyp"},
		"magic": object{"patterns": []object{
			{"begin": `^\s*(%%query)\b`, "beginCaptures": object{"1": scope("keyword.control.directive.hyp")}, "end": `(?!)`, "patterns": includes("query")},
			{"match": `^\s*(%%hyp)\b`, "name": "keyword.control.directive.hyp"},
			{"begin": `^\s*(%%[\w-]+).*$`, "beginCaptures": object{"1": scope("keyword.control.directive.hyp")}, "end": `(?!)`, "contentName": "meta.embedded.block.hyp"},
			{"match": `^\s*(%query)\b(.*)$`, "captures": object{"1": scope("keyword.control.directive.hyp"), "2": object{"patterns": includes("query")}}},
			{"match": `^\s*(%[\w-]+)(.*)$`, "captures": object{"1": scope("keyword.control.directive.hyp"), "2": object{"patterns": includes("string")}}}}},
		"query-cell": object{"begin": `^(?=\s*` + words(w.Query.Verbs) + `\s)`, "end": `(?=^\s*(?:%|` + statements + `))`, "patterns": includes("query")},
		"query": object{"patterns": append([]object{
			{"match": `(\.)(` + ident + `)`, "captures": object{"2": scope("variable.other.property.hyp")}},
			{"match": `@(?:` + ident + "|\"[^\"]*\"|'[^']*'|`(?:[^`]|``)*`)", "name": "constant.other.hyp"},
			{"match": `(?i::\s*|\bis\s+)` + words(w.Query.Kinds), "captures": object{"1": scope("storage.type.hyp")}},
			{"match": `(?i:\b(as)\b)\s+` + words(w.Query.Formats), "captures": object{"1": scope("keyword.control.hyp"), "2": scope("constant.language.hyp")}},
			{"match": words(w.Query.Functions) + `(?=\s*\()`, "name": "support.function.hyp"},
			{"match": words([]string{"true", "false"}), "name": "constant.language.hyp"},
			{"match": words(w.Query.Relations), "name": "keyword.operator.relation.hyp"},
			{"match": words(w.Query.Clauses), "name": "keyword.control.hyp"}}, includes("plain")...)},
	}
	for statement, clauses := range w.Clauses {
		repository["clauses-"+statement] = object{"match": `(?<![,=(*/+<>-]\s|[,=(*/+<>-])` + words(clauses) + `(?!\s*[,)*/+<>-])|` + words(clauses) + `(?=\s*=\s*[\p{L}_` + "`" + `])`, "name": "keyword.other.clause.hyp"}
	}
	return object{
		"$schema": "https://raw.githubusercontent.com/martinring/tmlanguage/master/tmlanguage.json",
		"name":    "hyp", "scopeName": "source.hyp", "fileTypes": []string{"hyp"},
		"patterns": includes("study"), "repository": repository,
	}
}

func scope(name string) object { return object{"name": name} }

func includes(names ...string) (out []object) {
	for _, n := range names {
		out = append(out, object{"include": "#" + n})
	}
	return out
}

// words matches any of some words in any case, as one group.
func words(list []string) string { return `\b((?i:` + strings.Join(list, "|") + `))\b` }

// value is a clause with the words that it takes.
func value(clause string, list []string) object {
	return object{"match": `(?i:\b(` + clause + `)\b)\s+` + words(list), "captures": object{"1": scope("keyword.other.clause.hyp"), "2": scope("constant.language.hyp")}}
}

// Package grammar holds the language's grammar for people and for other programs.
package grammar

import _ "embed"

//go:embed grammar.ebnf
var ebnfText string

// EBNF is the grammar with its lexical part, in the notation of golang.org/x/exp/ebnf. Its start is File.
func EBNF() string { return ebnfText }

package session

import (
	"github.com/hyp-lang/hyp/kernel/assist"
)

// sessionMagics are about the session itself.
var sessionMagics = []Magic{
	{Magic: assist.Magic{Name: "help", Form: "%help [NAME]", What: "this list, or what a magic, a code or a word means", Takes: assist.ATopic},
		Example: "%help plan", run: (*run).help},
	{Magic: assist.Magic{Name: "who", Form: "%who", What: "what the session holds: declarations, hypotheses, verdicts"},
		Example: "%who", run: (*run).who},
	{Magic: assist.Magic{Name: "run", Form: "%run [H1 H2]", What: "answer hypotheses of earlier cells again; all without a name", Takes: assist.AHypothesis},
		Example: "%run H1", changes: true, run: (*run).again},
	{Magic: assist.Magic{Name: "reset", Form: "%reset [NAME]", What: "forget a declaration or a hypothesis; everything without a name", Takes: assist.AVariable},
		Example: "%reset H3", changes: true, run: (*run).forget},
	{Magic: assist.Magic{Name: "save", Form: "%save FILE.hyp [--force]", What: "write the session as a study", Takes: assist.AFile, Words: []string{"--force"}},
		Example: "%save session.hyp --force", run: (*run).save},
	{Magic: assist.Magic{Name: "data", Form: "%data [FILE|NAME]", What: "the columns of the session's data, of one data set or of a file: types, values, what is missing", Takes: assist.AFile},
		Example: "%data penguins.csv", run: (*run).dataSets},
	{Magic: assist.Magic{Name: "init", Form: "%init FILE", What: "a draft of a study about a file, for you to review", Takes: assist.AFile},
		Example: "%init penguins.csv", run: (*run).draft},
	{Magic: assist.Magic{Name: "catalog", Form: "%catalog [NAME]", What: "what the catalogs say of the variables, or of one", Takes: assist.AVariable},
		Example: "%catalog species", run: (*run).catalog},
}

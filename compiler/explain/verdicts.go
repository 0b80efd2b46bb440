package explain

// verdicts are the words for how a run of a hypothesis ends.
var verdicts = []struct{ name, what, care, example string }{
	{"supported", "The result agrees with the hypothesis: the effect has the predicted direction, its magnitude reaches the floor, and the criterion of `decide` is met. " +
		"Without `decide` that is p < 0.05, without `floor` a magnitude of 0.03 on the scale of |r|; with `expect null` the 90% interval lies inside the floor.",
		"It is an association in these rows, not a cause, and not the truth of the sentence in `claim`.", "assoc(x, y) expect positive floor r >= 0.1\n"},
	{"refuted", "The result contradicts the hypothesis: the sign is opposite at p < 0.05, or the 90% interval lies inside the floor, so that an effect that would matter is ruled out.",
		"A large p-value refutes nothing.", "assoc(x, y) expect negative floor r >= 0.1\n"},
	{"inconclusive", "The result settles neither: the criterion is missed, and an effect that would matter is not ruled out. The verdict says which effect so many rows would have found four times in five.",
		"It is no evidence of absence; more rows, or a larger floor, may settle it.", "assoc(x, z) expect null floor r >= 0.05\n"},
	{"qualified", "The hypothesis is supported as it stands, but not without its company: with the variables of a rival controlled, or along a declared moderator, the effect changes its sign or loses half of its magnitude.",
		"The verdict names the rival; read its estimate beside the claim's.", "hyp H1: assoc(x, y) expect positive rival H2\nhyp H2: assoc(z, y)\n"},
	{"refused", "There is no number, since the data cannot support one: too few rows, one group, a separated outcome. The reason has a code, which `hyp explain` explains.",
		"No other estimator and no other claim is taken in its place.", ""},
	{"blocked", "Nothing ran, since the hypothesis needs data or an experiment that do not exist yet, as its `needs` says.", "", "assoc(x, y) needs \"a second wave\"\n"},
}

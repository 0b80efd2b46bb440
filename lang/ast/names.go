package ast

// Names calls f for every name in an expression, in the order of the text. A nil expression has none.
func Names(e Expr, f func(Name)) {
	switch e := e.(type) {
	case *Logic:
		Names(e.X, f)
		Names(e.Y, f)
	case *Not:
		Names(e.X, f)
	case *Compare:
		Names(e.X, f)
		Names(e.Y, f)
	case *In:
		Names(e.X, f)
	case *Missing:
		Names(e.X, f)
	case *Arith:
		Names(e.X, f)
		Names(e.Y, f)
	case *Neg:
		Names(e.X, f)
	case *Call:
		for _, a := range e.Args {
			Names(a, f)
		}
	case *Ref:
		f(e.Name)
	}
}

// ClaimNames lists the names of a claim in the order of the text.
func ClaimNames(claim Claim) []Name {
	switch x := claim.(type) {
	case *Assoc:
		return []Name{x.Exposure, x.Outcome}
	case *Diff:
		return []Name{x.Outcome, x.Groups}
	case *Interact:
		return []Name{x.Exposure, x.Moderator, x.Outcome}
	case *Heterogeneity:
		return []Name{x.Outcome, x.Exposure, x.Groups}
	}
	return nil
}

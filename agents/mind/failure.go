package mind

// Failure is an error of a mind by what it means for an exploration. Any other error of a mind is a fault.
type Failure struct {
	Kind FailureKind
	Err  error
}

func (f *Failure) Error() string { return f.Err.Error() }
func (f *Failure) Unwrap() error { return f.Err }

// FailureKind is what a failure means for the questions after it.
type FailureKind string

// The kinds of failures.
const (
	// Unusable: the answer does not fit the question, also after the mind was told why. That question stays open, the next may be answered.
	Unusable FailureKind = "unusable"
	// Silent: nobody answers. The questions after it would wait in vain as well.
	Silent FailureKind = "silent"
	// Spent: the mind may not be asked any more; another run may ask it again.
	Spent FailureKind = "spent"
	// Gone: it will not answer again before somebody mends what the error says, such as a key that is refused.
	Gone FailureKind = "gone"
)

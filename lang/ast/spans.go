package ast

import "github.com/hyp-lang/hyp/lang/source"

func (x *Dataset) Span() source.Span       { return x.At }
func (x *Var) Span() source.Span           { return x.At }
func (x *Context) Span() source.Span       { return x.At }
func (x *Family) Span() source.Span        { return x.At }
func (x *Hyp) Span() source.Span           { return x.At }
func (x *Bad) Span() source.Span           { return x.At }
func (x *Assoc) Span() source.Span         { return x.At }
func (x *Diff) Span() source.Span          { return x.At }
func (x *Interact) Span() source.Span      { return x.At }
func (x *Heterogeneity) Span() source.Span { return x.At }
func (x *Logic) Span() source.Span         { return x.At }
func (x *Not) Span() source.Span           { return x.At }
func (x *Compare) Span() source.Span       { return x.At }
func (x *In) Span() source.Span            { return x.At }
func (x *Missing) Span() source.Span       { return x.At }
func (x *Arith) Span() source.Span         { return x.At }
func (x *Neg) Span() source.Span           { return x.At }
func (x *Call) Span() source.Span          { return x.At }
func (x *Ref) Span() source.Span           { return x.Name.At }
func (x *Lit) Span() source.Span           { return x.Literal.At }

func (*Dataset) statement() {}
func (*Var) statement()     {}
func (*Context) statement() {}
func (*Family) statement()  {}
func (*Hyp) statement()     {}
func (*Bad) statement()     {}

func (*Assoc) claim()         {}
func (*Diff) claim()          {}
func (*Interact) claim()      {}
func (*Heterogeneity) claim() {}

// Template is the claim's keyword.
func (*Assoc) Template() string { return "assoc" }

// Template is the claim's keyword.
func (*Diff) Template() string { return "diff" }

// Template is the claim's keyword.
func (*Interact) Template() string { return "interact" }

// Template is the claim's keyword.
func (*Heterogeneity) Template() string { return "heterogeneity" }

func (*Logic) expr()   {}
func (*Not) expr()     {}
func (*Compare) expr() {}
func (*In) expr()      {}
func (*Missing) expr() {}
func (*Arith) expr()   {}
func (*Neg) expr()     {}
func (*Call) expr()    {}
func (*Ref) expr()     {}
func (*Lit) expr()     {}

package python

func newSuper(c *Class, self Value) (Value, error) {
	of := classOf(self)
	if k, ok := self.(*Class); ok && k.derives(c) {
		of = k
	}
	if !of.derives(c) {
		return nil, errorf(TypeError, "super(type, obj): obj must be an instance or subtype of type")
	}
	return &super_{self: self, after: c, of: of}, nil
}

func (m *Machine) superAttribute(s *super_, name string) (Value, error) {
	past := false
	for _, k := range s.of.mro {
		if k == s.after {
			past = true
			continue
		}
		if v, ok := k.attrs[name]; past && ok {
			x := s.self
			if _, class := x.(*Class); class && s.of == x {
				x = nil
			}
			if name == "__new__" {
				return v, nil
			}
			return m.bind(v, x, s.of)
		}
	}
	return nil, errorf(AttributeError, "'super' object has no attribute '%s'", name)
}

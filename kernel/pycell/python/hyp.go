package python

import (
	"fmt"
	"strings"

	"github.com/go-python/gpython/py"
)

// ask calls the host and reads its answer.
func (m *Machine) ask(method, argument string) (Value, error) {
	if m.config.Call == nil {
		return nil, errorf(hypError, "there is no session here")
	}
	raw, err := m.config.Call(method, argument)
	if e := m.tick(); e != nil {
		return nil, e
	}
	if err != nil {
		return nil, errorf(hypError, "%s", err)
	}
	v, err := decode(m, raw, func(d *Dict) Value { return &Record{d} })
	if err != nil {
		return nil, errorf(hypError, "the session answered what is no JSON: %s", err)
	}
	return v, nil
}

// hypModule is the module hyp, which every cell has without import.
func (m *Machine) hypModule() *Module {
	h := &Module{name: "hyp", attrs: map[string]Value{"Error": hypError, "Result": recordClass, "Column": columnClass}}
	for name, k := range map[string]method{
		"run":      {"statement, /", func(m *Machine, a []Value) (Value, error) { return m.askText("run", a[0]) }},
		"insights": {"query='find ...', /", func(m *Machine, a []Value) (Value, error) { return m.askText("insights", a[0]) }},
		"column":   {"name, /", func(m *Machine, a []Value) (Value, error) { return m.column(a[0]) }},
	} {
		h.attrs[name] = &Builtin{name: name, sig: parseSignature(k.sig), fn: k.fn}
	}
	h.attrs["data"] = &dataFrame
	m.modules["hyp"] = h
	return h
}

// everyInsight is what hyp.insights() asks: all findings of the graph with what a first look wants to know.
const everyInsight = "find i, i.name, i.text, i.effect, i.measure, i.low, i.high, i.p, i.n, i.status where i is insight"

func (m *Machine) askText(method string, v Value) (Value, error) {
	if v == nil {
		v = text(everyInsight)
	}
	s, ok := v.(py.String)
	if !ok {
		return nil, errorf(TypeError, "hyp.%s() needs a text, not %s", method, kind(v))
	}
	v, err := m.ask(method, string(s))
	if err == nil && v == py.None {
		v = list(nil)
	}
	return v, err
}

// hypAttribute are the attributes of hyp that are asked for anew each time.
func (m *Machine) hypAttribute(name string) (Value, error) {
	if name != "results" {
		return nil, nil
	}
	v, err := m.ask("results", "")
	if err == nil && v == py.None {
		v = list(nil)
	}
	return v, err
}

// mostNames is how many columns hyp.data names when it is shown.
const mostNames = 30

// dataFrame is hyp.data: columns by name.
var dataFrame Instance

// column reads a column of the session's data.
func (m *Machine) column(name Value) (Value, error) {
	s, ok := name.(py.String)
	if !ok {
		err := errorf(TypeError, "columns have names: hyp.data['name'], not %s", kind(name))
		switch name.(type) {
		case *Column:
			err = withHelp(err, "rows are picked in a column: hyp.data['name'][condition]")
		case *py.List, py.Tuple:
			err = withHelp(err, "one column at a time: [hyp.data[name] for name in names]")
		}
		return nil, err
	}
	v, err := m.ask("column", string(s))
	if err != nil {
		return nil, m.noColumn(err, string(s))
	}
	items, err := m.sequence(v)
	return &Column{name: string(s), values: items}, err
}

// noColumn adds to the error about a column what may have been meant.
func (m *Machine) noColumn(err error, name string) error {
	if help, ok := frameHabits[name]; ok {
		return withHelp(err, help)
	}
	names, e := m.columnNames()
	if e != nil || len(names) == 0 {
		return err
	}
	if near := nearest(name, names); near != "" {
		return withHelp(err, "did you mean hyp.data["+safeRepr(text(near))+"]?")
	}
	return withHelp(err, "hyp.data.columns lists the columns")
}

// frameHabits are what people know of a data frame, and what hyp.data has instead.
var frameHabits = map[string]string{
	"keys": "hyp.data.columns lists the columns", "head": "hyp.data[\"name\"][:5] has the first values of a column", "shape": "len(hyp.data) counts the columns, len(hyp.data[\"name\"]) the rows",
	"describe": "hyp.data[\"name\"] has mean(), std(), median(), min(), max(), count() and unique(); %data in a cell of its own describes every column",
	"info":     "%data in a cell of its own describes every column", "dtypes": "%data in a cell of its own describes every column",
	"groupby": "hyp.data[\"y\"][hyp.data[\"g\"] == value].mean() is the mean of a group; hyp.run(\"diff(y, by=g)\") compares groups",
	"corr":    "hyp.run(\"assoc(x, y)\") answers with the correlation and its interval", "plot": "results draw themselves: hyp.run answers in silence, a claim in a cell of its own with its plot",
	"loc": "hyp.data[\"x\"][hyp.data[\"y\"] > 0] picks rows", "iloc": "hyp.data[\"x\"][0:5] picks rows by number", "query": "hyp.data[\"x\"][hyp.data[\"y\"] > 0] picks rows",
	"items": "for name in hyp.data: hyp.data[name] goes through the columns", "values": "hyp.data[\"name\"].tolist() is a column as a list", "dropna": "statistics of a column leave missing values out; [v for v in hyp.data[\"x\"] if v is not None] does for a list",
}

func (m *Machine) columnNames() ([]string, error) {
	v, err := m.ask("columns", "")
	if err != nil || v == py.None {
		return nil, err
	}
	items, err := m.sequence(v)
	var out []string
	for _, x := range items {
		if s, ok := x.(py.String); ok {
			out = append(out, string(s))
		}
	}
	return out, err
}

func defineHost() {
	data, _ := newClass("Data", []*Class{objectClass})
	data.module, data.user = "hyp", true // its methods are found as a user's are
	dataFrame.class = data
	data.methods(map[string]method{
		"__getitem__": {"self, name, /", func(m *Machine, a []Value) (Value, error) { return m.column(a[1]) }},
		"__getattr__": {"self, name, /", func(m *Machine, a []Value) (Value, error) {
			v, err := m.column(a[1])
			if raisedClass(err, hypError) {
				was := err.(*raised).exc
				help, _ := was.attrs["__help__"].(py.String)
				return nil, withHelp(errorf(AttributeError, "%s", was.exc.args[0]), string(help))
			}
			return v, err
		}},
		"__iter__": {"self", func(m *Machine, a []Value) (Value, error) {
			names, err := m.columnNames()
			if err != nil {
				return nil, err
			}
			return m.iter(textList(names))
		}},
		"__len__": {"self", func(m *Machine, a []Value) (Value, error) {
			names, err := m.columnNames()
			return py.Int(len(names)), err
		}},
		"__contains__": {"self, name, /", func(m *Machine, a []Value) (Value, error) {
			names, err := m.columnNames()
			if err != nil {
				return nil, err
			}
			ok, err := m.contains(textList(names), a[1])
			return boolean(ok), err
		}},
		"__repr__": {"self", func(m *Machine, a []Value) (Value, error) {
			names, err := m.columnNames()
			shown, more := names, ""
			if len(names) > mostNames {
				shown, more = names[:mostNames], fmt.Sprintf(" and %d more; hyp.data.columns lists them", len(names)-mostNames)
			}
			return text(fmt.Sprintf("<hyp.data: %d columns: %s%s>", len(names), cutText(strings.Join(shown, ", "), 2000), more)), err
		}},
	})
	data.set("columns", &wrapper{class: propertyClass, fn: &Builtin{name: "columns", sig: parseSignature("self"), fn: func(m *Machine, a []Value) (Value, error) {
		names, err := m.columnNames()
		return textList(names), err
	}}})
	keys := func(what string) method {
		return method{"self", func(m *Machine, a []Value) (Value, error) { return &view{a[0].(*Record).d, what}, nil }}
	}
	recordClass.methods(map[string]method{
		"keys": keys("keys"), "values": keys("values"), "items": keys("items"),
		"get": {"self, name, default=None, /", func(m *Machine, a []Value) (Value, error) {
			v, err := a[0].(*Record).d.get(m, a[1])
			if v == nil && err == nil {
				if v = a[2]; v == nil {
					v = py.None
				}
			}
			return v, err
		}},
	})
	defineColumns()
}

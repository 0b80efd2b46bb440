package python

import (
	"embed"
	"sort"
	"strings"
	"time"

	"github.com/go-python/gpython/py"
	_ "github.com/go-python/gpython/stdlib/math"
)

//go:embed lib/*.py
var library embed.FS

// elsewhere are modules that people import first and Python cells do not have, and what to do instead.
var elsewhere = map[string]string{
	"pandas":          "hyp.data has the session's columns and hyp.results its results; for pandas itself use a Python kernel",
	"numpy":           "columns of hyp.data compute element by element, and math and statistics do the rest; for numpy itself use a Python kernel",
	"scipy":           "hyp.run(\"assoc(x, y)\") runs the session's tests; for scipy itself use a Python kernel",
	"matplotlib":      "results draw themselves; for matplotlib itself use a Python kernel",
	"seaborn":         "results draw themselves; for seaborn itself use a Python kernel",
	"os":              "Python cells reach no files and processes",
	"re":              "str methods (split, find, replace, startswith) and `in` do without regular expressions, and ''.join(c for c in text if c.isdigit()) picks characters; for re itself use a Python kernel",
	"subprocess":      "Python cells reach no files and processes",
	"requests":        "Python cells reach no network",
	"urllib":          "Python cells reach no network",
	"socket":          "Python cells reach no network",
	"pathlib":         "Python cells reach no files and processes",
	"csv":             "hyp.data has the session's columns; str.split(',') splits simple lines",
	"datetime":        "Python cells know no dates; dates in columns are texts like '2024-05-31', which sort and compare as dates do, and whose year is int(text[:4])",
	"enum":            "class attributes do for constants in Python cells",
	"fractions":       "integers and // are exact in Python cells; for fractions use a Python kernel",
	"decimal":         "round(x, 2) and f'{x:.2f}' do for display; for decimal use a Python kernel",
	"IPython":         "the last value of a cell is shown, and print shows more",
	"pprint":          "print(json.dumps(x, indent=2)) shows what is nested",
	"logging":         "print(...) writes below the cell",
	"warnings":        "print(...) writes below the cell",
	"io":              "text is joined with ''.join(parts), and '...'.splitlines() goes through lines",
	"heapq":           "sorted(x)[:k] has the smallest, sorted(x, reverse=True)[:k] the largest",
	"bisect":          "sum(v < x for v in values) is the place of x in sorted values",
	"textwrap":        "str.split and ' '.join lay out text",
	"sklearn":         "hyp.run(\"assoc(x, y) controlling for z\") fits models; for sklearn itself use a Python kernel",
	"statsmodels":     "hyp.run(\"assoc(x, y) controlling for z\") fits models; for statsmodels itself use a Python kernel",
	"polars":          "hyp.data has the session's columns and hyp.results its results; for polars itself use a Python kernel",
	"plotly":          "results draw themselves; for plotly itself use a Python kernel",
	"tqdm":            "a cell's time is shown when it takes longer than a second; print(...) tells how far it is",
	"pickle":          "json.dumps(x) writes values as text; Python cells write no files",
	"glob":            "Python cells reach no files and processes",
	"shutil":          "Python cells reach no files and processes",
	"tempfile":        "Python cells reach no files and processes",
	"sqlite3":         "Python cells reach no files and processes",
	"concurrent":      "Python cells run one statement after another",
	"calendar":        "Python cells know no dates; a text like 2024-05-31 is split with '2024-05-31'.split('-')",
	"asyncio":         "Python cells run one statement after another",
	"threading":       "Python cells run one statement after another",
	"multiprocessing": "Python cells run one statement after another",
}

// moduleNames are the modules that can be imported.
func moduleNames() []string {
	names := []string{"math", "statistics", "json", "random", "sys", "time", "hyp"}
	files, _ := library.ReadDir("lib")
	for _, f := range files {
		names = append(names, strings.TrimSuffix(f.Name(), ".py"))
	}
	sort.Strings(names)
	return names
}

// module is what import gives.
func (m *Machine) module(name string) (*Module, error) {
	if name == "collections.abc" {
		name = "typing"
	}
	if mod, ok := m.modules[name]; ok {
		return mod, nil
	}
	mod := &Module{name: name, attrs: map[string]Value{}}
	source, err := library.ReadFile("lib/" + name + ".py")
	native := natives[name]
	if err != nil && native == nil {
		root, _, _ := strings.Cut(name, ".")
		e := errorf(ModuleNotFoundError, "No module named '%s'", name)
		if help, ok := elsewhere[root]; ok {
			return nil, withHelp(e, "there is no "+root+" here: "+help)
		}
		return nil, withHelp(e, "Python cells have "+strings.Join(moduleNames(), ", "))
	}
	if native != nil {
		native(m, mod)
	}
	if err == nil {
		m.modules[name] = mod
		mod.attrs["__name__"] = text(name)
		if _, err := m.execute("<"+name+">", string(source), mod.attrs); err != nil {
			delete(m.modules, name)
			return nil, err
		}
	}
	m.modules[name] = mod
	return mod, nil
}

func (mod *Module) functions(all map[string]method) {
	for name, k := range all {
		mod.attrs[name] = &Builtin{name: name, sig: parseSignature(k.sig), fn: k.fn}
	}
}

// natives fill modules that are written in Go.
var natives map[string]func(m *Machine, mod *Module)

func defineModules() {
	natives = map[string]func(m *Machine, mod *Module){
		"math": mathModule, "statistics": statisticsModule, "json": jsonModule, "random": randomModule,
		"functools": functoolsModule, "collections": collectionsModule, "sys": sysModule,
		"time": func(m *Machine, mod *Module) {
			start := time.Now()
			clock := method{"", func(m *Machine, a []Value) (Value, error) { return py.Float(time.Since(start).Seconds()), nil }}
			mod.functions(map[string]method{"perf_counter": clock, "monotonic": clock, "time": {"", func(m *Machine, a []Value) (Value, error) {
				return py.Float(float64(time.Now().UnixNano()) / 1e9), nil
			}}, "sleep": {"seconds, /", func(m *Machine, a []Value) (Value, error) {
				f, err := m.toFloat(a[0])
				if err != nil {
					return nil, err
				}
				for end := time.Now().Add(time.Duration(f * 1e9)); time.Now().Before(end); {
					if err := m.tick(); err != nil {
						return nil, err
					}
					time.Sleep(min(time.Until(end), 5*time.Millisecond))
				}
				return py.None, nil
			}}})
		},
	}
}

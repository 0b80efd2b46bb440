package python

import (
	"strings"
	"testing"
)

// mistakes are cells that do not run, and how their errors read.
var mistakes = []struct{ name, code, want string }{
	{"bracket", "x = (1,\ny = 2\n", `  cell, line 1
    x = (1,
        ^
SyntaxError: '(' was never closed`},
	{"unmatched", "x = 1)", `  cell, line 1
    x = 1)
         ^
SyntaxError: unmatched ')'`},
	{"other bracket", "f(1]", `  cell, line 1
    f(1]
       ^
SyntaxError: closing parenthesis ']' does not match opening parenthesis '('`},
	{"string", "x = 'abc\ny", `  cell, line 1
    x = 'abc
        ^
SyntaxError: unterminated string literal`},
	{"colon", "if x\n    y", `  cell, line 1
    if x
        ^
SyntaxError: expected ':'`},
	{"equals", "if x = 1:\n    y", `  cell, line 1
    if x = 1:
         ^
SyntaxError: invalid syntax. Maybe you meant '==' or ':=' instead of '='?`},
	{"indent", "def f():\nreturn 1", `  cell, line 2
    return 1
    ^
IndentationError: expected an indented block after 'def'`},
	{"unexpected indent", "x = 1\n  y = 2", `  cell, line 2
    y = 2
    ^
IndentationError: unexpected indent`},
	{"dedent", "if 1:\n    a\n  b", `  cell, line 3
    b
    ^
IndentationError: unindent does not match any outer indentation level`},
	{"print", "print 'x'", `  cell, line 1
    print 'x'
    ^
SyntaxError: Missing parentheses in call to 'print'. Did you mean print(...)?`},
	{"match", "match x:\n    case 1:\n        pass", `  cell, line 1
    match x:
    ^
SyntaxError: 'match' does not exist in Python cells
help: write if ... elif ... else`},
	{"match of a number", "match 3:\n    case 1: pass", `  cell, line 1
    match 3:
    ^
SyntaxError: 'match' does not exist in Python cells
help: write if ... elif ... else`},
	{"match of a list", "match [1, x]:\n    case [1, y]: pass", `  cell, line 1
    match [1, x]:
    ^
SyntaxError: 'match' does not exist in Python cells
help: write if ... elif ... else`},
	{"question", "len?", `  cell, line 1
    len?
       ^
SyntaxError: invalid syntax
help: Shift-Tab behind a name explains it; dir(x) lists what x has`},
	{"help", "help(len)", `Traceback (most recent call last):
  cell, line 1, in <module>
    help(len)
NameError: name 'help' is not defined
help: Shift-Tab behind the name explains it; dir(x) lists what x has`},
	{"display", "display(1)", `Traceback (most recent call last):
  cell, line 1, in <module>
    display(1)
NameError: name 'display' is not defined
help: the last value of a cell is shown, and print(x) shows more`},
	{"claim", "assoc(x, y)", `Traceback (most recent call last):
  cell, line 1, in <module>
    assoc(x, y)
NameError: name 'assoc' is not defined
help: claims are answered by hyp.run("assoc(x, y)"), or in a cell of their own`},
	{"one letter", "_ = 1\nx", `Traceback (most recent call last):
  cell, line 2, in <module>
    x
NameError: name 'x' is not defined`},
	{"what a module has", "import time\ntime.strftime('%Y')", `Traceback (most recent call last):
  cell, line 2, in <module>
    time.strftime('%Y')
AttributeError: module 'time' has no attribute 'strftime'
help: in Python cells time has monotonic, perf_counter, sleep, time`},
	{"none", "sum([1, None])", `Traceback (most recent call last):
  cell, line 1, in <module>
    sum([1, None])
TypeError: unsupported operand type(s) for +: 'int' and 'NoneType'
help: None is a missing value: leave it out, as in [x for x in column if x is not None]; a column's own mean(), min(), max() and sum() do`},
	{"async", "async def f():\n    pass", `  cell, line 1
    async def f():
    ^
SyntaxError: 'async' does not exist in Python cells
help: write the function without async; cells run one statement after another`},
	{"await", "x = await f()", `  cell, line 1
    x = await f()
        ^
SyntaxError: 'await' does not exist in Python cells
help: call the function plainly; cells run one statement after another`},
	{"matmul", "a @ b", `  cell, line 1
    a @ b
      ^
SyntaxError: '@' between values does not exist in Python cells
help: multiply and sum element by element: sum(a * b for a, b in zip(x, y))`},
	{"shell", "!ls", `  cell, line 1
    !ls
    ^
SyntaxError: invalid syntax
help: magics and shell commands are not Python; Python cells have no shell`},
	{"magic", "x = 1\n%timeit x", `  cell, line 2
    %timeit x
    ^
SyntaxError: invalid syntax
help: magics and shell commands are not Python; Python cells have no shell`},
	{"quotes", "print(“x”)", `  cell, line 1
    print(“x”)
          ^
SyntaxError: invalid character '“'
help: write straight quotes: " or '`},
	{"literal", "5 = x", `  cell, line 1
    5 = x
      ^
SyntaxError: cannot assign to literal
help: == compares`},
	{"f-string", "f'{x'", `  cell, line 1
    f'{x'
      ^
SyntaxError: f-string: expecting '}'`},
	{"f-string empty", "x = f'a{}'", `  cell, line 1
    x = f'a{}'
            ^
SyntaxError: f-string: empty expression not allowed`},
	{"f-string brace", "f'a}'", `  cell, line 1
    f'a}'
       ^
SyntaxError: f-string: single '}' is not allowed`},
	{"default", "def f(a=1, b): pass", `  cell, line 1
    def f(a=1, b): pass
               ^
SyntaxError: non-default argument follows default argument`},
	{"return", "x = 1\nreturn x", `  cell, line 2
    return x
SyntaxError: 'return' outside function`},
	{"nonlocal", "def f():\n    nonlocal q", `  cell, line 2
    nonlocal q
SyntaxError: no binding for nonlocal 'q' found`},
	{"keyword twice", "f(a=1, a=2)", `  cell, line 1
    f(a=1, a=2)
SyntaxError: keyword argument repeated: a`},
	{"two words", "x = 1 2", `  cell, line 1
    x = 1 2
          ^
SyntaxError: invalid syntax`},
	{"metaclass", "class A(metaclass=B): pass", `  cell, line 1
    class A(metaclass=B): pass
SyntaxError: class keyword arguments (metaclass=...) do not exist in Python cells`},
	{"list class", "class A(list): pass", `Traceback (most recent call last):
  cell, line 1, in <module>
    class A(list): pass
TypeError: Python cells cannot derive from 'list'
help: keep a list in an attribute, or write the code in a Python kernel`},
	{"pandas", "import pandas as pd", `Traceback (most recent call last):
  cell, line 1, in <module>
    import pandas as pd
ModuleNotFoundError: No module named 'pandas'
help: there is no pandas here: hyp.data has the session's columns and hyp.results its results; for pandas itself use a Python kernel`},
	{"name", "leng = 1\nprnt(leng)", `Traceback (most recent call last):
  cell, line 2, in <module>
    prnt(leng)
NameError: name 'prnt' is not defined. Did you mean: 'print'?`},
	{"method", "'a'.uper()", `Traceback (most recent call last):
  cell, line 1, in <module>
    'a'.uper()
AttributeError: 'str' object has no attribute 'uper'. Did you mean: 'upper'?`},
	{"forgotten import", "math.sqrt(2)", `Traceback (most recent call last):
  cell, line 1, in <module>
    math.sqrt(2)
NameError: name 'math' is not defined. Did you forget to import 'math'?`},
	{"length", "[1].length", `Traceback (most recent call last):
  cell, line 1, in <module>
    [1].length
AttributeError: 'list' object has no attribute 'length'
help: len(...) counts`},
	{"add", "'n: ' + 5", `Traceback (most recent call last):
  cell, line 1, in <module>
    'n: ' + 5
TypeError: can only concatenate str (not "int") to str
help: write str(...) around the number, or an f-string`},
	{"deep", "def f(x):\n    return g(x)\ndef g(x):\n    y = 1\n    return 1 / x\n\nf(0)", `Traceback (most recent call last):
  cell, line 7, in <module>
    f(0)
  cell, line 2, in f
    return g(x)
  cell, line 5, in g
    return 1 / x
ZeroDivisionError: division by zero`},
	{"break", "for i in x: pass\nbreak", `  cell, line 2
    break
SyntaxError: 'break' outside loop`},
	{"continue", "while x:\n    def f():\n        continue", `  cell, line 3
    continue
SyntaxError: 'continue' not properly in loop`},
	{"reserved", "__hyp_star__ = 1", `  cell, line 1
    __hyp_star__ = 1
    ^
SyntaxError: names that begin with __hyp_ are reserved`},
}

func TestMistakes(t *testing.T) {
	for _, c := range mistakes {
		t.Run(c.name, func(t *testing.T) {
			_, failed := New(Config{}).Run("cell", c.code)
			if failed == nil {
				t.Fatal("it ran")
			}
			if got := strings.Join(failed.Traceback(false), "\n"); got != c.want {
				t.Errorf("got\n%s\nwant\n%s", got, c.want)
			}
			if got := Uncoloured(strings.Join(failed.Traceback(true), "\n")); got != c.want {
				t.Errorf("colours change the text:\n%s", got)
			}
		})
	}
}

// A function of an earlier cell is shown where it was written.
func TestTracebackAcrossCells(t *testing.T) {
	m := New(Config{})
	if _, failed := m.Run("Cell In[1]", "def half(x):\n    return x / 0"); failed != nil {
		t.Fatal(failed)
	}
	_, failed := m.Run("Cell In[2]", "y = 1\nhalf(y)")
	want := `Traceback (most recent call last):
  Cell In[2], line 2, in <module>
    half(y)
  Cell In[1], line 2, in half
    return x / 0
ZeroDivisionError: division by zero`
	if got := strings.Join(failed.Traceback(false), "\n"); got != want {
		t.Errorf("got\n%s", got)
	}
}

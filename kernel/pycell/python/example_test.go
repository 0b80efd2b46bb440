package python_test

import (
	"fmt"
	"strings"

	"github.com/hyp-lang/hyp/kernel/pycell/python"
)

func Example() {
	m := python.New(python.Config{Write: func(_, text string) { fmt.Print(text) }})
	_, _ = m.Run("Cell In[1]", "scores = {'a': 3, 'b': 5}\nprint(f'{max(scores, key=scores.get)!r} wins')")
	value, _ := m.Run("Cell In[2]", "sorted(scores.items(), key=lambda kv: -kv[1])")
	fmt.Println(value)
	_, failed := m.Run("Cell In[3]", "scores['c']")
	fmt.Println(strings.Join(failed.Traceback(false), "\n"))
	// Output:
	// 'b' wins
	// [('b', 5), ('a', 3)]
	// Traceback (most recent call last):
	//   Cell In[3], line 1, in <module>
	//     scores['c']
	// KeyError: 'c'
}

package python

import "testing"

func bench(b *testing.B, code string) {
	m := New(Config{})
	for range b.N {
		if _, failed := m.Run("cell", code); failed != nil {
			b.Fatal(failed)
		}
	}
}

func BenchmarkLoop(b *testing.B) {
	bench(b, "def f():\n    s = i = 0\n    while i < 1000000:\n        i += 1\n        s += i\n    return s\nf()")
}

func BenchmarkCalls(b *testing.B) {
	bench(b, "def fib(n): return n if n < 2 else fib(n - 1) + fib(n - 2)\nfib(20)")
}

func BenchmarkDict(b *testing.B) {
	bench(b, "d = {}\nfor i in range(100000):\n    d[i % 1000] = d.get(i % 1000, 0) + 1")
}

func BenchmarkGenerator(b *testing.B) {
	bench(b, "def g(n):\n    for i in range(n): yield i\nsum(g(100000))")
}

func BenchmarkText(b *testing.B) {
	bench(b, "', '.join(f'{i:>6.2f}' for i in range(10000))")
}

package rows

import (
	"context"
	"runtime"
	"sync"
	"weak"

	"github.com/hyp-lang/hyp/estimators/table"
)

// cacheBytes bounds what is kept beside one table; the oldest results go first.
const cacheBytes = 256 << 20

// cache is what was computed over one table.
type cache struct {
	mu      sync.Mutex
	entries map[string]*entry
	order   []string // keys of finished entries, oldest first
	bytes   int
}

type entry struct {
	mu    sync.Mutex
	done  bool
	bytes int
	value any
}

// caches holds the cache of each living table.
var caches struct {
	sync.Mutex
	of map[weak.Pointer[table.Table]]*cache
}

func cacheOf(t *table.Table) *cache {
	key := weak.Make(t)
	caches.Lock()
	defer caches.Unlock()
	if caches.of == nil {
		caches.of = map[weak.Pointer[table.Table]]*cache{}
	}
	c := caches.of[key]
	if c == nil {
		c = &cache{entries: map[string]*entry{}}
		caches.of[key] = c
		runtime.AddCleanup(t, func(key weak.Pointer[table.Table]) {
			caches.Lock()
			delete(caches.of, key)
			caches.Unlock()
		}, key)
	}
	return c
}

// cached returns the value kept under key, computing it once; errors are not kept. A caller whose context ends while another
// computes still waits for it.
func cached[T any](ctx context.Context, t *table.Table, key string, size func(T) int, compute func() (T, error)) (T, error) {
	c := cacheOf(t)
	c.mu.Lock()
	e := c.entries[key]
	if e == nil {
		e = &entry{}
		c.entries[key] = e
	}
	c.mu.Unlock()
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.done {
		return e.value.(T), nil
	}
	v, err := compute()
	if err == nil {
		err = ctx.Err()
	}
	if err != nil {
		c.forget(key, e)
		var none T
		return none, err
	}
	e.value, e.done, e.bytes = v, true, size(v)+len(key)
	c.keep(key, e)
	runtime.KeepAlive(t)
	return v, nil
}

func (c *cache) forget(key string, e *entry) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.entries[key] == e {
		delete(c.entries, key)
	}
}

// keep counts a finished entry and drops the oldest ones over the bound. Who holds a dropped value keeps it.
func (c *cache) keep(key string, e *entry) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.entries[key] != e {
		return // another entry took its place
	}
	c.order = append(c.order, key)
	c.bytes += e.bytes
	for c.bytes > cacheBytes && len(c.order) > 1 {
		old := c.entries[c.order[0]]
		c.bytes -= old.bytes
		delete(c.entries, c.order[0])
		c.order = c.order[1:]
	}
}

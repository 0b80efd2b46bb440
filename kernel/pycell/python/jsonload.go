package python

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math"
	"strings"

	"github.com/go-python/gpython/py"
)

// decode turns JSON into values; objects become what object makes of them.
func decode(m *Machine, raw []byte, object func(*Dict) Value) (Value, error) {
	d := json.NewDecoder(bytes.NewReader(raw))
	d.UseNumber()
	v, err := decodeNext(m, d, object, 0)
	if err != nil {
		return nil, err
	}
	if _, err := d.Token(); err == nil {
		return nil, fmt.Errorf("extra data")
	}
	return v, nil
}

func decodeNext(m *Machine, d *json.Decoder, object func(*Dict) Value, depth int) (Value, error) {
	if depth > maxDepth {
		return nil, errorf(RecursionError, "maximum recursion depth exceeded while decoding a JSON document")
	}
	if err := m.tick(); err != nil {
		return nil, err
	}
	t, err := d.Token()
	if err != nil {
		return nil, err
	}
	switch t := t.(type) {
	case json.Delim:
		if t == '[' {
			l := list(nil)
			for d.More() {
				v, err := decodeNext(m, d, object, depth+1)
				if err != nil {
					return nil, err
				}
				l.Items = append(l.Items, v)
			}
			_, err := d.Token()
			return l, err
		}
		o := newDict()
		for d.More() {
			k, err := d.Token()
			if err != nil {
				return nil, err
			}
			v, err := decodeNext(m, d, object, depth+1)
			if err != nil {
				return nil, err
			}
			o.putText(k.(string), v)
		}
		if _, err := d.Token(); err != nil {
			return nil, err
		}
		return object(o), nil
	case json.Number:
		if !strings.ContainsAny(t.String(), ".eE") {
			return parseInt(t.String(), 10)
		}
		f, err := t.Float64()
		if err != nil && math.IsInf(f, 0) {
			err = nil
		}
		return py.Float(f), err
	case string:
		return text(t), nil
	case bool:
		return boolean(t), nil
	}
	return py.None, nil
}

package config

import (
	"fmt"
	"math"
	"reflect"
	"strconv"
	"strings"
	"time"

	"github.com/hyp-lang/hyp/agents/online"
	"github.com/hyp-lang/hyp/lang/diag"
)

// Field is one constant.
type Field struct {
	Name  string // dotted
	Value string
	Doc   string
}

// Fields lists every constant with its value, in the order of the struct.
func (c *Config) Fields() []Field {
	var out []Field
	walk(reflect.ValueOf(c).Elem(), "", func(name, doc string, v reflect.Value) {
		out = append(out, Field{name, show(v), doc})
	})
	return out
}

// Set sets one constant from `name=value`; online.rule takes online.sequence away where the rule has none. An unknown name is an error that lists near ones; so is a value of another type.
func (c *Config) Set(assignment string) error {
	name, text, found := strings.Cut(assignment, "=")
	name, text = strings.TrimSpace(name), strings.TrimSpace(text)
	if !found {
		return fmt.Errorf("%q sets nothing: write name=value, such as online.alpha=0.01", assignment)
	}
	var err error
	known := false
	var near, all []string
	_, last, _ := strings.Cut(name, ".")
	walk(reflect.ValueOf(c).Elem(), "", func(field, _ string, v reflect.Value) {
		all = append(all, field)
		if field == name && name != "policy" {
			known = true
			err = parse(v, text)
		} else if _, l, _ := strings.Cut(field, "."); l == name || last != "" && l == last {
			near = append(near, field)
		}
	})
	if known && name == "online.rule" && text != online.LORD && text != online.ELOND {
		c.Online.Sequence = "" // the others have none: what the policy had is not theirs
	}
	if len(near) == 0 {
		near = diag.Suggest(name, all)
	}
	switch {
	case name == "policy":
		return fmt.Errorf("the policy is chosen by itself, before single constants")
	case !known && len(near) > 0:
		return fmt.Errorf("there is no constant %q: did you mean %s?", name, strings.Join(near, " or "))
	case !known:
		return fmt.Errorf("there is no constant %q: --show-config lists them", name)
	case err != nil:
		return fmt.Errorf("%s: %w", name, err)
	}
	return nil
}

// natural refuses a number below 0, and one that is none: seeds apart, every constant is a count, a share, a weight or a threshold of what is not negative.
func (c *Config) natural() (err error) {
	walk(reflect.ValueOf(c).Elem(), "", func(name, _ string, v reflect.Value) {
		x := 0.0
		switch {
		case err != nil || strings.HasSuffix(name, "seed"):
			return
		case v.CanInt():
			x = float64(v.Int())
		case v.CanFloat():
			x = v.Float()
		}
		if !(x >= 0) || math.IsInf(x, 1) {
			err = fmt.Errorf("%s is a number from 0 up, not %s", name, show(v))
		}
	})
	return err
}

func walk(v reflect.Value, prefix string, each func(name, doc string, v reflect.Value)) {
	for i := range v.NumField() {
		f := v.Type().Field(i)
		name, _, _ := strings.Cut(f.Tag.Get("json"), ",")
		if f.Type.Kind() == reflect.Struct {
			walk(v.Field(i), prefix+name+".", each)
			continue
		}
		each(prefix+name, f.Tag.Get("doc"), v.Field(i))
	}
}

func show(v reflect.Value) string {
	if d, ok := v.Interface().(time.Duration); ok {
		return d.String()
	}
	if v.Kind() == reflect.Float64 {
		return strconv.FormatFloat(v.Float(), 'g', -1, 64)
	}
	return fmt.Sprint(v.Interface())
}

func parse(v reflect.Value, text string) error {
	switch {
	case v.Type() == reflect.TypeFor[time.Duration]():
		d, err := time.ParseDuration(text)
		if err != nil {
			return fmt.Errorf("%q is no duration: write 30s or 2m", text)
		}
		v.SetInt(int64(d))
	case v.Kind() == reflect.String:
		v.SetString(text)
	case v.Kind() == reflect.Bool:
		b, err := strconv.ParseBool(text)
		if err != nil {
			return fmt.Errorf("%q is neither true nor false", text)
		}
		v.SetBool(b)
	case v.CanInt():
		n, err := strconv.ParseInt(text, 10, 64)
		if err != nil {
			return fmt.Errorf("%q is no whole number", text)
		}
		v.SetInt(n)
	default:
		x, err := strconv.ParseFloat(text, 64)
		if err != nil || x != x {
			return fmt.Errorf("%q is no number", text)
		}
		v.SetFloat(x)
	}
	return nil
}

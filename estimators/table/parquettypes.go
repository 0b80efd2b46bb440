package table

import (
	"encoding/binary"
	"fmt"
	"math"
	"math/big"
	"strconv"
	"time"
	"unicode/utf8"
	"unsafe"

	"github.com/parquet-go/parquet-go"
	"github.com/parquet-go/parquet-go/format"
)

type cellKind uint8

const (
	cellNumber cellKind = iota
	cellText
)

// cellConverter turns a value that is not null into a number or a text. A text may alias the value's memory.
type cellConverter interface {
	value(v parquet.Value) (float64, string, cellKind, error)
}

// numberConverter makes numbers.
type numberConverter func(v parquet.Value) float64

func (f numberConverter) value(v parquet.Value) (float64, string, cellKind, error) {
	return f(v), "", cellNumber, nil
}

// timeConverter makes days since 1970-01-01.
type timeConverter func(v parquet.Value) float64

func (f timeConverter) value(v parquet.Value) (float64, string, cellKind, error) {
	return f(v), "", cellNumber, nil
}

// boolConverter makes the texts false and true.
type boolConverter struct{}

func (boolConverter) value(v parquet.Value) (float64, string, cellKind, error) {
	return 0, strconv.FormatBool(v.Boolean()), cellText, nil
}

// textConverter passes UTF-8 text.
type textConverter struct{}

func (textConverter) value(v parquet.Value) (float64, string, cellKind, error) {
	b := v.ByteArray()
	if !utf8.Valid(b) {
		return 0, "", cellText, fmt.Errorf("%q is not UTF-8 text", shorten(string(b)))
	}
	return 0, unsafe.String(unsafe.SliceData(b), len(b)), cellText, nil
}

// converter picks the converter of a column by its logical, else its physical type; nil comes with what the column is
// and why it is not read.
func converter(c *parquet.Column) (conv cellConverter, typ, reason string) {
	const flatten = "write a flat table, one column a value"
	if !c.Leaf() {
		return nil, "nested", flatten
	}
	if c.Repeated() || c.MaxRepetitionLevel() > 0 {
		return nil, "a list", flatten
	}
	t := c.Type()
	if l := t.LogicalType(); l != nil && l.Value != nil {
		switch l := l.Value.(type) {
		case *format.DecimalType:
			return decimalConverter(t.Kind(), int(l.Scale)), "decimal", ""
		case *format.DateType:
			return timeConverter(func(v parquet.Value) float64 { return float64(v.Int32()) }), "date", ""
		case *format.TimestampType:
			perDay := int64(24 * time.Hour / l.Unit.Value.Duration())
			return timeConverter(func(v parquet.Value) float64 { return daysFrom(v.Int64(), perDay) }), "timestamp", ""
		case *format.TimeType:
			perSecond := float64(time.Second / l.Unit.Value.Duration())
			if t.Kind() == parquet.Int32 {
				return numberConverter(func(v parquet.Value) float64 { return float64(v.Int32()) / perSecond }), "time", ""
			}
			return numberConverter(func(v parquet.Value) float64 { return float64(v.Int64()) / perSecond }), "time", ""
		case *format.IntType:
			if !l.IsSigned {
				if t.Kind() == parquet.Int32 {
					return numberConverter(func(v parquet.Value) float64 { return float64(v.Uint32()) }), "integer", ""
				}
				return numberConverter(func(v parquet.Value) float64 { return float64(v.Uint64()) }), "integer", ""
			}
		case *format.BsonType, *format.GeometryType, *format.GeographyType:
			return nil, "binary (" + l.String() + ")", "it holds neither numbers nor text"
		case *format.NullType: // every value is null
			return numberConverter(func(parquet.Value) float64 { return math.NaN() }), "null", ""
		case *format.UUIDType:
			return uuidConverter{}, "uuid", ""
		}
	}
	switch t.Kind() {
	case parquet.Boolean:
		return boolConverter{}, "boolean", ""
	case parquet.Int32:
		return numberConverter(func(v parquet.Value) float64 { return float64(v.Int32()) }), "integer", ""
	case parquet.Int64:
		return numberConverter(func(v parquet.Value) float64 { return float64(v.Int64()) }), "integer", ""
	case parquet.Int96:
		return timeConverter(int96Days), "timestamp", ""
	case parquet.Float:
		return numberConverter(func(v parquet.Value) float64 { return float64(v.Float()) }), "float", ""
	case parquet.Double:
		return numberConverter(func(v parquet.Value) float64 { return v.Double() }), "float", ""
	case parquet.ByteArray:
		return textConverter{}, "text", ""
	}
	return nil, "binary (" + t.String() + ")", "it holds neither numbers nor text"
}

// daysFrom divides once where that is exact up to its rounding, and else splits off whole days first, as daysOf does.
func daysFrom(units, perDay int64) float64 {
	if units <= 1<<53 && units >= -1<<53 {
		return float64(units) / float64(perDay)
	}
	d, rest := units/perDay, units%perDay
	if rest < 0 {
		d, rest = d-1, rest+perDay
	}
	return float64(d) + float64(rest)/float64(perDay)
}

// int96Days reads Impala's timestamp: nanoseconds of the day in the first two words, the Julian day number in the
// third; 1970-01-01 is day 2,440,588.
func int96Days(v parquet.Value) float64 {
	w := v.Int96()
	nanos := int64(w[1])<<32 | int64(w[0])
	return float64(int64(w[2])-2440588) + float64(nanos)/float64(24*time.Hour)
}

// decimalConverter scales whole numbers of any width with one rounding.
func decimalConverter(kind parquet.Kind, scale int) cellConverter {
	switch kind {
	case parquet.Int32:
		return numberConverter(func(v parquet.Value) float64 { return scaled(int64(v.Int32()), scale) })
	case parquet.Int64:
		return numberConverter(func(v parquet.Value) float64 { return scaled(v.Int64(), scale) })
	}
	return numberConverter(func(v parquet.Value) float64 { return scaledBytes(v.ByteArray(), scale) })
}

func scaled(m int64, scale int) float64 {
	if m <= 1<<53 && m >= -1<<53 && scale >= 0 && scale < len(pow10) {
		return float64(m) / pow10[scale]
	}
	return scaledText(strconv.FormatInt(m, 10), scale)
}

// scaledBytes reads a big-endian two's complement number.
func scaledBytes(b []byte, scale int) float64 {
	if len(b) == 0 {
		return 0
	}
	if len(b) <= 16 { // every decimal128: skip the leading bytes that only carry the sign
		s := b
		for len(s) > 8 && (s[0] == 0 && s[1] < 0x80 || s[0] == 0xff && s[1] >= 0x80) {
			s = s[1:]
		}
		if len(s) <= 8 {
			var w [8]byte
			if s[0] >= 0x80 {
				w = [8]byte{0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff}
			}
			copy(w[8-len(s):], s)
			return scaled(int64(binary.BigEndian.Uint64(w[:])), scale)
		}
	}
	m := new(big.Int).SetBytes(b)
	if b[0] >= 0x80 {
		m.Sub(m, new(big.Int).Lsh(big.NewInt(1), uint(8*len(b))))
	}
	return scaledText(m.String(), scale)
}

// scaledText lets the decimal parser round once.
func scaledText(digits string, scale int) float64 {
	v, _ := strconv.ParseFloat(digits+"e"+strconv.Itoa(-scale), 64) // out of range is an infinity, kept as text
	return v
}

// uuidConverter writes the usual 8-4-4-4-12 form.
type uuidConverter struct{}

func (uuidConverter) value(v parquet.Value) (float64, string, cellKind, error) {
	b := v.ByteArray()
	if len(b) != 16 {
		return 0, "", cellText, fmt.Errorf("a UUID of %d bytes", len(b))
	}
	return 0, fmt.Sprintf("%x-%x-%x-%x-%x", b[:4], b[4:6], b[6:8], b[8:10], b[10:]), cellText, nil
}

"""Writes types.parquet, legacy.parquet, dictionary.parquet, nested.parquet and, in parquet.json, the cells that pyarrow reads from
them: numbers as hexadecimal floats, dates and timestamps as exact fractions of days rounded once, texts as they are.

Run as: python parquet_files.py (pyarrow's version is in parquet.json).
"""
import datetime as dt, decimal, fractions, json, random, uuid
import pyarrow as pa
import pyarrow.parquet as pq

D = decimal.Decimal
decimal.getcontext().prec = 80
random.seed(7)
rows = 300


def some(make):
    return [None if random.random() < 0.1 else make() for _ in range(rows)]


def dec(precision, scale):
    def make():
        with decimal.localcontext() as c:
            c.prec = 80
            return D(random.randrange(-10 ** precision + 1, 10 ** precision)).scaleb(-scale)
    return make


def stamp(unit):
    per = {"s": 1, "ms": 1000, "us": 10 ** 6, "ns": 10 ** 9}[unit]
    return lambda: random.randrange(-5 * 10 ** 9, 5 * 10 ** 9) * per + random.randrange(per)


cols = {
    "i8": pa.array(some(lambda: random.randrange(-128, 128)), pa.int8()),
    "i16": pa.array(some(lambda: random.randrange(-2 ** 15, 2 ** 15)), pa.int16()),
    "i32": pa.array(some(lambda: random.randrange(-2 ** 31, 2 ** 31)), pa.int32()),
    "i64": pa.array(some(lambda: random.randrange(-2 ** 63, 2 ** 63)), pa.int64()),
    "u8": pa.array(some(lambda: random.randrange(2 ** 8)), pa.uint8()),
    "u16": pa.array(some(lambda: random.randrange(2 ** 16)), pa.uint16()),
    "u32": pa.array(some(lambda: random.randrange(2 ** 32)), pa.uint32()),
    "u64": pa.array(some(lambda: random.randrange(2 ** 64)), pa.uint64()),
    "f32": pa.array(some(lambda: random.gauss(0, 1)), pa.float32()),
    "f64": pa.array(some(lambda: random.gauss(0, 1e9)), pa.float64()),
    "full": pa.array([float(i) / 3 for i in range(rows)], pa.float64()),
    "d5_2": pa.array(some(dec(5, 2)), pa.decimal128(5, 2)),
    "d18_6": pa.array(some(dec(18, 6)), pa.decimal128(18, 6)),
    "d38_10": pa.array(some(dec(38, 10)), pa.decimal128(38, 10)),
    "d60_20": pa.array(some(dec(60, 20)), pa.decimal256(60, 20)),
    "date": pa.array(some(lambda: dt.date(1900, 1, 1) + dt.timedelta(days=random.randrange(70000))), pa.date32()),
    "ts_ms": pa.array(some(stamp("ms")), pa.timestamp("ms")),
    "ts_us": pa.array(some(stamp("us")), pa.timestamp("us", tz="UTC")),
    "ts_ns": pa.array(some(stamp("ns")), pa.timestamp("ns")),
    "time": pa.array(some(lambda: dt.time(random.randrange(24), random.randrange(60), random.randrange(60), random.randrange(10 ** 6))), pa.time64("us")),
    "bool": pa.array(some(lambda: random.random() < 0.5), pa.bool_()),
    "text": pa.array(some(lambda: random.choice(["a", "bb", "größe", "🐧", "NA", "007"])), pa.string()),
    "large": pa.array(some(lambda: "t%d" % random.randrange(10 ** 6)), pa.large_string()),
    "cat": pa.array(some(lambda: random.choice(["north", "south", "east"]))).dictionary_encode(),
    "none": pa.array([None] * rows, pa.float64()),
    "null": pa.nulls(rows),
    "a name, with `odd` things": pa.array(list(range(rows)), pa.int32()),
}
table = pa.table(cols)
pq.write_table(table, "types.parquet", row_group_size=97, data_page_size=256, compression="zstd")
old = table.select(["i32", "f64", "date", "ts_ms", "text", "bool"])
pq.write_table(old, "legacy.parquet", version="1.0", use_deprecated_int96_timestamps=True, use_dictionary=False, compression="snappy", store_schema=False)
two = table.select(["cat", "text", "i16", "d18_6"])
pq.write_table(two, "dictionary.parquet", data_page_version="2.0", compression="gzip", row_group_size=50, store_decimal_as_integer=True)
nested = pa.table({"x": [1.5, 2.5], "tags": [["a"], ["b", "c"]], "point": [{"u": 1, "v": 2}, {"u": 3, "v": 4}],
                   "raw": pa.array([b"\x00\x01", b"\x02\x03"], pa.binary(2)),
                   "f": [float("nan"), float("inf")]})
pq.write_table(nested, "nested.parquet")


def days(fr):
    return {"hex": float(fr).hex()}


def cell(v, t):
    if v is None:
        return None
    if pa.types.is_dictionary(t) or pa.types.is_string(t) or pa.types.is_large_string(t):
        return {"text": v}
    if pa.types.is_boolean(t):
        return {"text": "true" if v else "false"}
    if pa.types.is_decimal(t):
        return {"hex": float(fractions.Fraction(v)).hex()}
    if pa.types.is_date(t):
        return days((v - dt.date(1970, 1, 1)).days)
    if pa.types.is_time(t):
        return {"hex": float(fractions.Fraction(((v.hour * 60 + v.minute) * 60 + v.second) * 10 ** 6 + v.microsecond, 10 ** 6)).hex()}
    return {"hex": float(v).hex()}


def column(file, name):
    col = pq.read_table(file).column(name)
    t = col.type
    if pa.types.is_timestamp(t):
        per = {"s": 1, "ms": 1000, "us": 10 ** 6, "ns": 10 ** 9}[t.unit] * 86400
        return [None if v is None else days(fractions.Fraction(v, per)) for v in col.cast(pa.int64()).to_pylist()]
    return [cell(v, t) for v in col.to_pylist()]


out = {"pyarrow": pa.__version__, "files": {}}
for file, names in [("types.parquet", table.column_names), ("legacy.parquet", old.column_names), ("dictionary.parquet", two.column_names)]:
    out["files"][file] = [{"name": n, "cells": column(file, n)} for n in names]
json.dump(out, open("parquet.json", "w"), ensure_ascii=False)

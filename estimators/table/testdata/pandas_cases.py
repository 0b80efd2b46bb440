"""Writes pandas.json: delimited inputs and the cells that pandas reads from them.

Run with pandas 2.x or later: python pandas_cases.py > pandas.json (the version used is in the file). Every case is read with
float_precision="round_trip" and keep_default_na=False, na_values=[""], so that only empty cells are missing; numbers are
written as hexadecimal floats, texts as they are.
"""
import io, json, random, struct, sys, warnings
import pandas as pd

warnings.simplefilter("ignore")  # float_precision is on its way out: the default becomes round_trip
cases = []


def add(name, text, sep=",", decimal="."):
    df = pd.read_csv(io.StringIO(text, newline=""), sep=sep, decimal=decimal, float_precision="round_trip",
                     keep_default_na=False, na_values=[""], dtype=None, low_memory=False)
    cols = []
    for c in df.columns:
        cells = []
        for v in df[c]:
            if v is None or (isinstance(v, float) and v != v):
                cells.append(None)
            elif isinstance(v, bool):
                raise SystemExit("bool in " + name)
            elif isinstance(v, str):
                cells.append({"text": v})
            else:
                cells.append({"hex": float(v).hex()})
        cols.append({"name": c, "cells": cells})
    cases.append({"name": name, "text": text, "columns": cols})


add("inch mark", 'size,what\n5,5" disk\n3.5,3" "disk"\n')
add("quoted delimiter and newline", 'a,b\n"x,y",1\n"two\nlines",2\n"crlf\r\ninside",3\n')
add("doubled quotes", 'a,b\n"he said ""no""",1\n"""",2\n"""a""b""",3\n')
add("text after a closing quote", 'a,b\n"x"y,1\n"x"y"z,2\n"q" ,3\n')
add("quote in the middle", 'a,b\nx"y",1\n"a,b"c"d,2\n"e",3\n')
add("crlf", 'a,b\r\n1,x\r\n2,y\r\n')
add("no last newline", "a,b\n1,x\n2,y")
add("crlf, no last newline", "a,b\r\n1,x\r\n2,y")
add("cr only", "a,b\r1,x\r2,y\r")
add("empty cells", 'a,b,c\n1,,x\n,2,\n"",3,""\n,,\n')
add("blank lines", "a,b\n\n1,x\n\n\n2,y\n\n")
add("tab", "a\tb\n1\tx y\n2\tz,w\n", sep="\t")
add("bar", "a|b\n1|x\n2|y,z\n", sep="|")
add("semicolon, decimal comma", "a;b;c\n1,5;x;3\n-2,25;y;4\n;z,z;5\n", sep=";", decimal=",")
add("NA is a text", "a,b\nNA,1\nNamibia,2\nnull,3\n")
add("unicode", "größe,名\n1,é\n2,🐧\n")
add("exponents", "a,b\n1e5,1E-3\n-1.5e+10,2e0\n0.1e-300,5e-324\n1e-400,1.7976931348623157e308\n")
add("leading zeros and signs", "a,b\n007,1\n+5,-0\n.5,5.\n-.25,+.75\n")
add("spaces in text", "a,b\n x ,1\ny ,2\n")

random.seed(20261130)
nums = ["0.1", "0.3", "2.2250738585072011e-308", "2.2250738585072014e-308", "9007199254740993", "9007199254740992.5",
        "123456789012345678", "0.000123456789012345678", "1.00000000000000011102230246251565404",
        "1.00000000000000011102230246251565405", "8.988465674311579e+307", "4.35", "0.57", "1234567.125", "6.02214076e23",
        "299792458", "1e22", "1e23", "9.5367431640625e-07", "100000000000000000000", "0.30000000000000004",
        "9999999999999999", "99999999999999999999999", "179769313486231570000", "3.14159265358979323846264338327950288"]
for _ in range(600):
    k = random.randrange(5)
    if k == 0:
        f = struct.unpack("d", struct.pack("Q", random.getrandbits(64)))[0]
        if f != f or abs(f) == float("inf"):
            continue
        nums.append(repr(f))
    elif k == 1:
        nums.append(str(random.randrange(10 ** random.randrange(1, 25))) + "." + str(random.randrange(10 ** random.randrange(1, 20))))
    elif k == 2:
        nums.append("0." + "0" * random.randrange(12) + str(random.randrange(10 ** 18)))
    elif k == 3:
        nums.append("%.*f" % (random.randrange(8), random.gauss(0, 1000)))
    else:
        nums.append("%.*e" % (random.randrange(20), random.gauss(0, 1) * 10.0 ** random.randrange(-290, 290)))
add("numbers", "x,row\n" + "".join("%s,%d\n" % (n, i) for i, n in enumerate(nums)))

json.dump({"pandas": pd.__version__, "cases": cases}, sys.stdout, ensure_ascii=False)

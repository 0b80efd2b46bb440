"""Reads {"grammar", "accept", "reject"} as JSON and tries the texts with Lark; prints what went wrong, a line each."""

import json
import sys

import lark

case = json.load(open(sys.argv[1], encoding="utf-8"))
parser = lark.Lark(case["grammar"], parser="earley", ambiguity="forest")


def accepts(text):
    try:
        parser.parse(text)
    except lark.exceptions.UnexpectedInput:
        return False
    return True


for text in case["accept"]:
    if not accepts(text):
        print("not accepted:", json.dumps(text))
for text in case["reject"]:
    if accepts(text):
        print("accepted:", json.dumps(text))
print("lark", lark.__version__, "tried", len(case["accept"]), "and", len(case["reject"]))

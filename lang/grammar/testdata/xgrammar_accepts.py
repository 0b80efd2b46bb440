"""Reads {"grammar", "accept", "reject"} as JSON and tries the texts with XGrammar; prints what went wrong, a line each."""

import json
import sys
from importlib.metadata import version

import xgrammar
from xgrammar.testing import _is_grammar_accept_string

case = json.load(open(sys.argv[1], encoding="utf-8"))
grammar = xgrammar.Grammar.from_ebnf(case["grammar"])
for text in case["accept"]:
    if not _is_grammar_accept_string(grammar, text):
        print("not accepted:", json.dumps(text))
for text in case["reject"]:
    if _is_grammar_accept_string(grammar, text):
        print("accepted:", json.dumps(text))
print("xgrammar", version("xgrammar"), "tried", len(case["accept"]), "and", len(case["reject"]))

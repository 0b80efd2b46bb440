"""Runs the snippets of snippets.txt in CPython and writes what they print to peer.json.

    python3 peer.py        (CPython 3.11: messages differ between versions)

A snippet is what follows a line "### name". Its last expression is shown as "Out: repr"; an exception that it raises as
"Name: message".
"""
import ast
import contextlib
import io
import json
import pathlib
import platform

here = pathlib.Path(__file__).parent


def run(code):
    out = io.StringIO()
    names = {"__name__": "__main__"}
    with contextlib.redirect_stdout(out):
        try:
            tree = ast.parse(code)
            last = tree.body[-1] if tree.body else None
            if isinstance(last, ast.Expr):
                tree.body.pop()
            exec(compile(tree, "cell", "exec"), names)
            if isinstance(last, ast.Expr):
                value = eval(compile(ast.Expression(last.value), "cell", "eval"), names)
                if value is not None:
                    print("Out:", repr(value))
        except BaseException as e:
            print(f"{type(e).__name__}: {e}")
    return out.getvalue()


outputs = {}
for part in (here / "snippets.txt").read_text().split("### ")[1:]:
    name, code = part.split("\n", 1)
    assert name not in outputs, name
    outputs[name] = run(code)
(here / "peer.json").write_text(json.dumps(
    {"tool": f"{platform.python_implementation()} {platform.python_version()}", "outputs": outputs}, indent=1, ensure_ascii=False) + "\n")
print(len(outputs), "snippets")

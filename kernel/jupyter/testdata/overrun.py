"""A notebook whose cells write 100,000 lines, through nbconvert: every line arrives, in order, from one print a line and from many
small writes."""
import subprocess
import sys

import nbformat
from nbformat.v4 import new_code_cell, new_notebook

LINES = 100_000
cells = [
    new_code_cell(f"%%python\nfor i in range({LINES}):\n    print(i)"),
    new_code_cell(f"%%python\nfor i in range({LINES}):\n    print(i, end='')\n    print()"),
]
nbformat.write(new_notebook(cells=cells, metadata={"kernelspec": {"name": "hyp", "display_name": "hyp"}}), "many.ipynb")
subprocess.run([sys.executable, "-m", "nbconvert", "--to", "notebook", "--execute", "--ExecutePreprocessor.iopub_timeout=600", "many.ipynb", "--output", "done.ipynb"], check=True)
want = "".join(f"{i}\n" for i in range(LINES))
for cell in nbformat.read("done.ipynb", as_version=4).cells:
    assert all(o.output_type == "stream" for o in cell.outputs), [o.output_type for o in cell.outputs]
    got = "".join(o.text for o in cell.outputs)
    assert got == want, (len(got), len(want))
    print(f"{LINES} lines in {len(cell.outputs)} outputs")

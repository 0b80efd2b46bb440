"""Runs a notebook with nbclient: execute.py FROM TO."""
import sys

import nbformat
from nbclient import NotebookClient

notebook = nbformat.read(sys.argv[1], as_version=4)
NotebookClient(notebook, timeout=600, iopub_timeout=600, kernel_name="hyp").execute()
nbformat.validate(notebook)
nbformat.write(notebook, sys.argv[2])

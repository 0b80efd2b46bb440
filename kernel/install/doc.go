// Package install makes the kernel known to Jupyter: it writes a kernelspec (kernel.json and logos) to one of the data folders that
// jupyter_core looks in. A spec is whole or not there: it is written beside its place and renamed.
//
// The data folders are those of jupyter_core (its paths.py, 5.9): for a user JUPYTER_DATA_DIR, else ~/Library/Jupyter on macOS,
// %APPDATA%\jupyter on Windows, $XDG_DATA_HOME/jupyter or ~/.local/share/jupyter elsewhere; for a prefix its share/jupyter.
package install

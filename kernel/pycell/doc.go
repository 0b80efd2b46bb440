// Package pycell runs the Python cells of a notebook in a child process of the same binary. The child has no way to files,
// processes or the network: its language (package python) has no such thing, its environment is empty, and where the
// platform has resource limits it may write no file and grow only so far. What it can reach is a Host: the results, insights
// and columns of the session.
//
// Variables live as long as the child does. A cell that is interrupted, runs out of time or grows past the memory limit is
// first asked to stop, which keeps them; a child that does not stop within the grace period, in which the machine let it run,
// is killed, and the failure says that the variables are gone. The child starts with the first Python cell, never before.
//
// A child is there after 3.6 ms, a trivial cell takes .09 ms (two shared cores, 30 November 2026).
//
// Limits, unless Options say otherwise: 2 minutes a cell, time in the host not counted; 512 MB of values.
package pycell

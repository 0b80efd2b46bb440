// Package jupyter holds no code: its tests run the kernel under the real tools (`go test -tags integration ./kernel/jupyter`), which
// must be there: HYP_JUPYTER_PYTHON is a Python with jupyter_client, jupyter_kernel_test 0.7.0, nbclient, nbconvert, ipykernel,
// jupyter_console, pexpect and JupyterLab; HYP_CHROMIUM is a Chromium, and HYP_PLAYWRIGHT a folder whose node_modules have
// playwright-core. HYP_SHOTS names a folder that keeps the pictures of JupyterLab.
//
// # What was measured
//
// 2026-11-30, two shared cores under other work (load 4), jupyter_client 8.10, beside ipykernel 7.4.0; probes of the protocol
// (testdata/probes.py asserts those of hyp) and medians of 200 cells. The trivial cell is %who in hyp and an empty one in
// IPython, the Python cell is the number 1, and the claim is a correlation of 342 rows with its table and plot.
//
//	                                          hyp           ipykernel
//	busy and idle around every request        yes           yes
//	kernel_info on control                    yes           yes
//	iopub_welcome (XPUB)                      yes           no
//	heartbeat, control while a cell runs      yes           yes
//	completion while a cell runs              yes           no
//	completion, offsets in code points        yes           yes
//	history, comm_info, comm_close            yes           yes
//	subshells                                 yes           yes
//	silent, user_expressions, stop_on_error   yes           yes
//	the stopped cells' status                 error         aborted (deprecated)
//	input; none when it is refused            yes           yes
//	interrupt keeps the state                 yes           yes
//	replay, bad signature, bad frames         refused       refused
//	silent peer, one identity again           served        served
//	debugger                                  no            yes
//	exit when the parent is killed            0.5 s         0.9 s
//	shutdown to the process's end             10 to 21 ms   266 ms
//	start to kernel_info_reply                35 ms         1,091 ms
//	kernel_info, round trip                   0.6 ms        2.6 ms
//	trivial cell to idle                      1.3 ms        5.4 ms
//	Python cell to idle                       2.0 ms        11.6 ms
//	claim to idle                             3.2 ms        -
//	100 cells at once, in order               721 a second  172 a second
//	10,000 printed lines                      12 ms         232 ms
//	interrupt to the reply                    8 ms          32 ms
//	memory at the start: anonymous / RSS      3 / 24 MiB    - / 51 MiB
//
// Anonymous memory after 1,000 cells is 7 MiB. While 100 MB were printed (4.2 s, load 5) the control channel answered 1,457 requests, the
// slowest after 188 ms. All tests pass beside six busy loops on the two cores (load 20), too, where an interrupt of a survey or a
// discovery took 2 to 426 ms in the client, half of them at most 20 to 73.
//
// # Interrupts of long cells
//
// testdata/interrupts.py FOLDER CELL 20 SECONDS interrupts a cell at random moments, each time in a fresh kernel: while the data are
// read, columns prepared, pairs and triples screened, rounds made and the graph written. 2026-11-30, the social survey with 5,215
// rows of 304 columns and the census with 254,654 rows of 9, two cores with 20 to 30 processes that wanted them (a run of the whole
// process was put off by up to 0.8 s, which no program can shorten; without that load the wall is what the CPU says). First the
// milliseconds of CPU between the interrupt and the end of the cell, on both cores together, then those on the clock within the
// process, and those from the interrupt to the reply in jupyter_client, measured two commits earlier; minimum, median, maximum.
//
//	                               CPU            clock             in the client
//	%survey, 304 columns           0.1  2  12     0.1  11   81      3  24  225
//	%survey, 254,654 rows          0.1  2  59     0.1   3  802      8  25  293
//	%discover, 304 columns         0.5  1   6     0.4   5   55      2  56  115
//	%discover, 254,654 rows        0.3  5  22     0.3  16  408      3  46  434
//	many hypotheses, 254,654 rows  0.1  4  10     0.1   7   70      5  46  121
//
// Without other work, in the client, at moments of the first seconds (14 of the survey's and the discovery's on 304 columns): %survey on 304 columns 2, 11
// and 30 ms, %discover on 254,654 rows 4, 12 and 33; hyp discover on 304 columns from the signal to the end of the process, while
// the screened triples are put in order and the rounds begin, 15, 20 and 43.
//
// Before they looked at the context within a column, a test of a pair and a round, the CPU was up to 128, 32, 28 and 515 ms.
package jupyter

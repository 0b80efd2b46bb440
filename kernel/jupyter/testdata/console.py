"""jupyter console, used by a person at a terminal: lines that go on, a result, Python, an interrupt, and the way out."""
import re
import sys
import time

import pexpect

LIMIT = 300  # seconds that nothing should take on the slowest machine

console = pexpect.spawn(sys.executable, ["-m", "jupyter_console", "--kernel", "hyp", "--ZMQTerminalInteractiveShell.kernel_is_complete_timeout=300"], encoding="utf-8", timeout=LIMIT, dimensions=(60, 120))
CONTROL = re.compile(r"\x1b\[[0-9;?]*[a-zA-Z]|\x1b\][^\x07]*\x07|\x1b[=>]|\r")


shown = ""  # by the terminal and not yet seen


def see(text):
    """Waits until the terminal shows the text, whatever its colours; what comes behind it is left for the next time."""
    global shown
    end = time.monotonic() + LIMIT
    while text not in CONTROL.sub("", shown):
        assert time.monotonic() < end, f"no {text!r} in\n{CONTROL.sub('', shown)}"
        try:
            shown += console.read_nonblocking(4096, timeout=1)
        except pexpect.TIMEOUT:
            if "\x1b[6n" in shown[-20:]:  # where is the cursor?
                console.send("\x1b[1;1R")
    before, shown = CONTROL.sub("", shown).split(text, 1)
    print(before + text, flush=True)


def key(text):
    time.sleep(.2)
    console.send(text)


see("%help lists what a cell can be")
see("In [1]:")
key('dataset penguins from "penguins.csv"\r')
see("17 columns")
see("In [2]:")
key("assoc(bill_length_mm,\r")
see("...:")
key("body_mass_g)\r")
see("Pearson r 0.5951")
see("In [3]:")
key("assoc(bill_lenght_mm, sex)\r")
see("did you mean `bill_length_mm`?")
see("In [4]:")
key("%%python\r")
see("...:")
key("6 * 7\r")
see("...:")
key("\r")
see("Out[4]: 42")
see("In [5]:")
key("%%python\r")
see("...:")
key('print("run" + "ning")\r')
see("...:")
key("while 1: pass\r")
see("...:")
key("\r")
see("running")
key("\x03")
see("Interrupted")
see("In [6]:")
key("%who\r")
see("dataset penguins")
key("quit\r")
console.expect(pexpect.EOF)

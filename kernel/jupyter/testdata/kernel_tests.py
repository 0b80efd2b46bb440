"""jupyter_kernel_test 0.7.0 for the installed kernel hyp, in a folder with penguins.csv. Every test that applies runs; the others
are listed with their reasons, and another skip is a failure."""
import sys
import time
import unittest

import jupyter_kernel_test as jkt
from jupyter_client.manager import start_new_kernel

SKIPPED = {
    "test_pager": "nothing is sent to a pager: help and explanations are shown below their cell",
    "test_clear_output": "nothing clears a cell: progress is updated where it stands",
}

DATASET = 'dataset penguins from "penguins.csv"'
CLAIM = "assoc(bill_length_mm, bill_depth_mm)"


class Hyp(jkt.KernelTests):
    kernel_name = "hyp"
    language_name = "hyp"
    file_extension = ".hyp"

    @classmethod
    def setUpClass(cls):
        cls.km, cls.kc = start_new_kernel(kernel_name=cls.kernel_name)
        cls.kc.execute_interactive(DATASET, output_hook=lambda m: None, timeout=60)

    def flush_channels(self):
        """Waits until what earlier tests caused has come, where the suite waits a tenth of a second, and drops it."""
        msg_id = self.kc.kernel_info()
        while self.kc.get_shell_msg(timeout=60)["parent_header"].get("msg_id") != msg_id:
            pass
        while (m := self.kc.get_iopub_msg(timeout=60))["parent_header"].get("msg_id") != msg_id or m["content"].get("execution_state") != "idle":
            pass
        super().flush_channels()

    code_hello_world = '%%python\nprint("hello, world")'
    code_stderr = '%%python\nimport sys\nprint("oops", file=sys.stderr)'
    completion_samples = [
        {"text": "asso", "matches": {"assoc"}},
        {"text": "assoc(flip", "matches": {"flipper_length_mm"}},
        {"text": "assoc(body_mass_g, flipper_length_mm) where species = \"Gen", "matches": {'"Gentoo"'}},
        {"text": "%pl", "matches": {"%plan", "%%plan"}},
        {"text": "find i where i contra", "matches": {"contradicts"}},
    ]
    complete_code_samples = [CLAIM, DATASET, "find i where i about @sex", "%help", "%%python\nfor i in range(3):\n    print(i)\n", "", "# words"]
    incomplete_code_samples = ["assoc(", "hyp H1: assoc(bill_length_mm,", "find", "%%python\nfor i in range(3):", 'dataset d from']
    invalid_code_samples = ["assoc(bill_length_mm,, sex)", "hyp hyp", "find i wher i about @sex"]
    code_generate_error = "assoc(no_such_column, bill_depth_mm)"
    code_execute_result = [
        {"code": CLAIM, "mime": "text/html"},
        {"code": "diff(body_mass_g, by=sex)", "mime": "application/vnd.hyp+json"},
        {"code": "%%python\n6 * 7", "result": "42"},
        {"code": 'find i.name where i.name = "nothing"', "mime": "text/html"},
    ]
    code_display_data = [
        {"code": CLAIM, "mime": "image/svg+xml"},
        {"code": CLAIM, "mime": "application/vnd.vegalite.v5+json"},
        {"code": CLAIM, "mime": "text/plain"},
        {"code": "%data penguins.csv", "mime": "text/html"},
        {"code": "%plan " + CLAIM, "mime": "application/vnd.hyp+json"},
        {"code": "species?", "mime": "text/html"},
    ]
    code_history_pattern = "diff(body_mass*"
    supported_history_operations = ("tail", "range", "search")
    code_inspect_sample = "assoc"


class Welcome(jkt.IopubWelcomeTests):
    kernel_name = "hyp"
    support_iopub_welcome = True

    @classmethod
    def tearDownClass(cls):
        # A heartbeat of jupyter_client 8.10 that is stopped before its thread has begun never ends: it opens sockets until there are
        # no more, prints "Too many open files", and dies. This suite is done within milliseconds.
        while not cls.kc.hb_channel.is_beating():
            time.sleep(.01)
        super().tearDownClass()


if __name__ == "__main__":
    assert jkt.__version__ == "0.7.0", jkt.__version__
    suite = unittest.TestSuite(unittest.defaultTestLoader.loadTestsFromTestCase(c) for c in (Hyp, Welcome))
    result = unittest.TextTestRunner(stream=sys.stdout, verbosity=2).run(suite)
    skipped = {getattr(test, "_testMethodName", str(test)) for test, _ in result.skipped}
    for name in sorted(skipped & SKIPPED.keys()):
        print(f"does not apply: {name}: {SKIPPED[name]}")
    if skipped != SKIPPED.keys():
        print("skipped without a reason:", sorted(skipped - SKIPPED.keys()), "not skipped:", sorted(SKIPPED.keys() - skipped))
        sys.exit(1)
    print(f"{result.testsRun - len(skipped)} of {result.testsRun} tests of jupyter_kernel_test apply")
    sys.exit(not result.wasSuccessful())

"""What a Jupyter kernel must do beyond jupyter_kernel_test, asserted on the installed kernel hyp through jupyter_client."""
import contextlib
import os
import random
import signal
import socket
import struct
import subprocess
import sys
import tempfile
import time
import unittest

import zmq
from jupyter_client import KernelManager
from jupyter_client.session import Session

LIMIT = 120  # seconds that nothing should take on the slowest machine; no test measures speed
FOREVER = "%%python\nwhile True:\n    pass"
VALUE = "%%python\n6 * 7"
DELIM = b"<IDS|MSG>"
READY = b"\x05READY\x0bSocket-Type" + struct.pack(">I", 6) + b"DEALER"
HELLO = b"\xff" + bytes(8) + b"\x7f\x03\x01NULL" + bytes(16) + b"\0" + bytes(31) + b"\x04" + bytes([len(READY)]) + READY  # of a DEALER, ZMTP 3.1


class Client:
    """The channels of a kernel as plain sockets, with frames in reach."""

    def __init__(self, info):
        self.info = info
        self.session = Session(key=info["key"].encode() if isinstance(info["key"], str) else info["key"], signature_scheme=info["signature_scheme"])
        self.shell, self.control, self.stdin = (self.dealer(name) for name in ("shell", "control", "stdin"))
        self.iopub = self.connect(zmq.SUB, "iopub")
        self.iopub.rcvhwm = 0
        self.iopub.subscribe(b"")
        while (m := self.read(self.iopub)) and m["msg_type"] != "iopub_welcome":  # "starting" may come before it
            assert m["msg_type"] == "status", m["msg_type"]
        assert m, "no welcome"
        for s in (self.shell, self.control):  # connected, so that no channel is behind another
            self.request("kernel_info_request", on=s)

    def connect(self, kind, channel, identity=None):
        s = zmq.Context.instance().socket(kind)
        s.linger = 0
        if identity:
            s.identity = identity
        s.connect(f"tcp://{self.info['ip']}:{self.info[channel + '_port']}")
        return s

    def dealer(self, channel):
        return self.connect(zmq.DEALER, channel, self.session.bsession)

    def read(self, s, limit=LIMIT):
        """The next message, or None when there is none within the limit."""
        if not s.poll(limit * 1000):
            return None
        _, frames = self.session.feed_identities(s.recv_multipart())
        return self.session.deserialize(frames)

    def send(self, kind, content=None, on=None, subshell=None):
        m = self.session.msg(kind, content or {})
        if subshell:
            m["header"]["subshell_id"] = subshell
        self.session.send(on or self.shell, m)
        return m["header"]["msg_id"]

    def cell(self, code, subshell=None, **more):
        content = dict(code=code, silent=False, store_history=True, user_expressions={}, allow_stdin=False, stop_on_error=True) | more
        return self.send("execute_request", content, subshell=subshell)

    def reply(self, msg_id, on=None, limit=LIMIT):
        end = time.monotonic() + limit
        while (left := end - time.monotonic()) > 0:
            m = self.read(on or self.shell, left)
            if m and m["parent_header"].get("msg_id") == msg_id:
                return m
        return None

    def until_idle(self, msg_id):
        """What iopub says of a request, to its idle."""
        out = []
        while True:
            m = self.read(self.iopub)
            assert m is not None, "no idle"
            if m["parent_header"].get("msg_id") == msg_id:
                out.append(m)
                if m["content"].get("execution_state") == "idle":
                    return out

    def run(self, code, **more):
        """The reply's content and the messages on iopub of a cell."""
        msg_id = self.cell(code, **more)
        reply = self.reply(msg_id)
        assert reply is not None, "no reply to " + code
        return reply["content"], self.until_idle(msg_id)

    def request(self, kind, content=None, on=None):
        reply = self.reply(self.send(kind, content, on), on)
        assert reply is not None, "no reply to " + kind
        return reply["content"]

    def close(self):
        for s in (self.shell, self.control, self.stdin, self.iopub):
            s.close(0)


def kinds(messages):
    return [m["content"].get("execution_state") or m["msg_type"] for m in messages]


def text_of(messages):
    return "".join(m["content"]["text"] for m in messages if m["msg_type"] == "stream")


def kernel():
    km = KernelManager(kernel_name="hyp")
    km.start_kernel(stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    return km, Client(km.get_connection_info())


class Case(unittest.TestCase):
    def setUp(self):
        self.km, self.c = kernel()

    def tearDown(self):
        self.c.close()
        self.km.shutdown_kernel(now=True)

    def busy(self):
        """A cell that runs until it is interrupted, on its way."""
        msg_id = self.c.cell(FOREVER)
        while True:
            m = self.c.read(self.c.iopub)
            self.assertIsNotNone(m)
            if m["msg_type"] == "execute_input":
                return msg_id

    def arrived(self):
        """Waits until the kernel has what was sent on shell: a socket keeps its order, a completion is answered while a cell runs."""
        self.assertEqual(self.c.request("complete_request", {"code": "ass", "cursor_pos": 3})["matches"], ["assoc"])

    def alive(self):
        self.assertTrue(self.km.is_alive())
        self.assertEqual(self.c.run(VALUE)[0]["status"], "ok")


class Order(Case):
    def test_every_request_is_between_busy_and_idle(self):
        requests = {
            "kernel_info_request": {}, "comm_info_request": {}, "is_complete_request": {"code": "assoc("},
            "complete_request": {"code": "ass", "cursor_pos": 3}, "inspect_request": {"code": "assoc", "cursor_pos": 2, "detail_level": 0},
            "history_request": {"output": False, "raw": True, "hist_access_type": "tail", "n": 5},
        }
        for kind, content in requests.items():
            msg_id = self.c.send(kind, content)
            reply = self.c.reply(msg_id)
            self.assertEqual(reply["msg_type"], kind.replace("request", "reply"))
            self.assertIn(reply["content"]["status"], ("ok", "incomplete"), kind)
            self.assertEqual(kinds(self.c.until_idle(msg_id)), ["busy", "idle"], kind)

    def test_a_cell(self):
        content, io = self.c.run('%%python\nprint("a")\n1')
        self.assertEqual(kinds(io), ["busy", "execute_input", "stream", "execute_result", "idle"])
        self.assertEqual((content["status"], content["execution_count"]), ("ok", 1))
        self.assertEqual(io[3]["content"]["data"], {"text/plain": "1"})

    def test_info(self):
        for on in (self.c.shell, self.c.control):
            info = self.c.request("kernel_info_request", on=on)
            self.assertGreaterEqual(tuple(map(int, info["protocol_version"].split("."))), (5, 5))
            self.assertEqual(info["supported_features"], ["kernel subshells"])
            self.assertFalse(info["debugger"])
            self.assertEqual(info["language_info"]["name"], self.km.kernel_spec.language)

    def test_hundred_cells_at_once(self):
        ids = [self.c.cell(f"%%python\n{i}") for i in range(100)]
        self.assertEqual([self.c.read(self.c.shell)["parent_header"]["msg_id"] for _ in ids], ids)
        said = []
        while len(said) < 400 and (m := self.c.read(self.c.iopub)):
            if m["parent_header"].get("msg_id") in ids:
                said.append((m["parent_header"]["msg_id"], m["content"].get("execution_state") or m["content"].get("data", {}).get("text/plain")))
        want = [(i, s) for n, i in enumerate(ids) for s in ("busy", None, str(n), "idle")]
        self.assertEqual(said, want)

    def test_output_comes_while_the_cell_runs(self):
        msg_id = self.c.cell('%%python\nprint("now")\nwhile True:\n    pass')
        said = []
        while "stream" not in said:
            m = self.c.read(self.c.iopub)
            self.assertIsNotNone(m)
            said.append(m["msg_type"])
        self.km.interrupt_kernel()
        self.assertEqual(self.c.reply(msg_id)["content"]["status"], "error")

    def test_silent_counts_expressions(self):
        self.assertEqual(kinds(self.c.run(VALUE, silent=True, store_history=False)[1]), ["busy", "idle"])
        self.assertEqual([self.c.run(VALUE, store_history=s)[0]["execution_count"] for s in (True, False, True)], [1, 1, 2])
        self.c.run('dataset penguins from "penguins.csv"')
        content, _ = self.c.run("", user_expressions={"good": "assoc(bill_length_mm, body_mass_g)", "bad": "no_such_name"})
        self.assertEqual({k: v["status"] for k, v in content["user_expressions"].items()}, {"good": "ok", "bad": "error"})
        self.assertIn("Pearson r 0.5951", content["user_expressions"]["good"]["data"]["text/plain"])

    def test_an_error_is_one_message(self):
        content, io = self.c.run("assoc(no_such_column, y)")
        self.assertEqual(kinds(io), ["busy", "execute_input", "error", "idle"])
        self.assertEqual(content["status"], "error")
        for key in ("ename", "evalue", "traceback"):
            self.assertEqual(content[key], io[2]["content"][key])

    def test_stop_on_error(self):
        for stop in (True, False):
            ids = [self.c.cell(code, stop_on_error=stop, allow_stdin=True) for code in ("%%python\ninput()\n1/0", VALUE, VALUE)]
            asked = self.c.read(self.c.stdin)
            self.arrived()  # before the first one fails
            self.c.session.send(self.c.stdin, "input_reply", {"value": "go on"}, parent=asked)
            self.assertEqual([self.c.reply(i)["content"]["status"] for i in ids], ["error"] * 3 if stop else ["error", "ok", "ok"])
        self.alive()

    def test_comms(self):
        self.assertEqual(self.c.request("comm_info_request")["comms"], {})
        msg_id = self.c.send("comm_open", {"comm_id": "x", "target_name": "nobody", "data": {}})
        self.assertEqual(kinds(self.c.until_idle(msg_id)), ["busy", "comm_close", "idle"])

    def test_history(self):
        codes = ["%%python\n1", "%%python\n2", "# the third of three"]
        for code in codes:
            self.c.run(code)
        ask = lambda **how: self.c.request("history_request", {"output": False, "raw": True} | how)["history"]
        self.assertEqual([h[2] for h in ask(hist_access_type="tail", n=3)], codes)
        self.assertEqual([h[1:] for h in ask(hist_access_type="range", session=0, start=1, stop=3)], [[1, codes[0]], [2, codes[1]]])
        self.assertEqual([h[2] for h in ask(hist_access_type="search", pattern="*third of thr*")], codes[2:])

    def test_nobody_is_asked_who_cannot_answer(self):
        content, _ = self.c.run('%%python\ninput("who? ")', allow_stdin=False)
        self.assertEqual((content["status"], content["ename"]), ("error", "EOFError"))
        self.assertIsNone(self.c.read(self.c.stdin, .5))
        msg_id = self.c.cell('%%python\ninput("who? ")', allow_stdin=True)
        asked = self.c.read(self.c.stdin)
        self.assertEqual(asked["content"], {"prompt": "who? ", "password": False})
        self.c.session.send(self.c.stdin, "input_reply", {"value": "Ada"}, parent=asked)
        self.assertEqual(self.c.reply(msg_id)["content"]["status"], "ok")
        self.assertEqual(self.c.until_idle(msg_id)[2]["content"]["data"]["text/plain"], "'Ada'")

    def test_two_front_ends(self):
        other = Client(self.km.get_connection_info())
        msg_id = self.c.cell(VALUE)
        self.assertEqual(kinds(other.until_idle(msg_id)), ["busy", "execute_input", "execute_result", "idle"])
        self.assertEqual(other.run(VALUE)[0]["status"], "ok")
        other.close()


class Help(Case):
    def test_offsets_are_code_points(self):
        for lead in ("", "# 𝐚𝐚 é\n"):
            code = lead + "ass"
            answer = self.c.request("complete_request", {"code": code, "cursor_pos": len(code)})
            self.assertEqual(answer["matches"], ["assoc"])
            self.assertEqual((answer["cursor_start"], answer["cursor_end"]), (len(lead), len(code)))
            answer = self.c.request("inspect_request", {"code": lead + "assoc", "cursor_pos": len(lead) + 2, "detail_level": 0})
            self.assertTrue(answer["found"])
            self.assertIn("text/plain", answer["data"])

    def test_completeness_is_always_answered(self):
        for code, want in {"assoc(": "incomplete", "assoc(x, y)": "complete", "": "complete", "assoc(x,, y)": "invalid", "\0 𝐚 )": "invalid"}.items():
            self.assertEqual(self.c.request("is_complete_request", {"code": code})["status"], want, code)


class Busy(Case):
    def test_what_answers_meanwhile(self):
        msg_id = self.busy()
        self.assertTrue(self.c.request("kernel_info_request", on=self.c.control))
        self.arrived()
        self.assertTrue(self.c.request("inspect_request", {"code": "assoc", "cursor_pos": 3, "detail_level": 0})["found"])
        heart = self.c.connect(zmq.REQ, "hb")
        heart.send(b"beat")
        self.assertTrue(heart.poll(LIMIT * 1000))
        self.assertEqual(heart.recv(), b"beat")
        heart.close(0)
        self.km.interrupt_kernel()
        self.assertEqual(self.c.reply(msg_id)["content"]["status"], "error")

    def test_subshells(self):
        msg_id = self.busy()
        subshell = self.c.request("create_subshell_request", on=self.c.control)["subshell_id"]
        self.assertEqual(self.c.request("list_subshell_request", on=self.c.control)["subshell_id"], [subshell])
        beside = self.c.cell('find i.name where i.name = "nothing"', subshell=subshell)
        self.assertEqual(self.c.reply(beside)["content"]["status"], "ok")
        self.c.request("delete_subshell_request", {"subshell_id": subshell}, on=self.c.control)
        self.assertEqual(self.c.request("list_subshell_request", on=self.c.control)["subshell_id"], [])
        self.km.interrupt_kernel()
        self.assertEqual(self.c.reply(msg_id)["content"]["status"], "error")

    def test_interrupts_keep_the_state(self):
        self.assertEqual(self.km.kernel_spec.interrupt_mode, "message")
        self.c.run("%%python\nkept = 7")
        for how in (self.km.interrupt_kernel, lambda: os.kill(self.km.provisioner.pid, signal.SIGINT)):
            msg_id = self.busy()
            waiting = self.c.cell(VALUE)
            self.arrived()
            how()
            answer = self.c.reply(msg_id)["content"]
            self.assertEqual((answer["status"], answer["ename"]), ("error", "Interrupted"))
            self.assertEqual(self.c.reply(waiting)["content"]["status"], "error", "a cell ran on after an interrupt")
            content, io = self.c.run("%%python\nkept")
            self.assertEqual(io[2]["content"]["data"]["text/plain"], "7")
        os.kill(self.km.provisioner.pid, signal.SIGINT)  # while nothing runs
        self.c.run(VALUE)  # a signal has no place in the order of messages: it may reach this cell, and no other
        self.alive()

    def test_a_survey_is_interrupted(self):
        with tempfile.TemporaryDirectory() as folder:  # a table that keeps a fast machine busy, too
            wide, draw = os.path.join(folder, "wide.csv"), random.Random(1)
            with open(wide, "w") as file:
                file.write(",".join(f"v{i}" for i in range(100)) + "\n")
                for _ in range(3000):
                    file.write(",".join(f"{draw.gauss(0, 1):.4f}" for _ in range(100)) + "\n")
            self.interrupt_survey(wide)

    def interrupt_survey(self, wide):
        msg_id = self.c.cell(f"%survey {wide}")
        while True:  # until there is progress
            m = self.c.read(self.c.iopub)
            self.assertIsNotNone(m)
            if m["msg_type"] == "update_display_data":
                break
        self.arrived()
        self.km.interrupt_kernel()
        self.assertEqual(self.c.reply(msg_id)["content"]["ename"], "Interrupted")
        self.alive()

    def test_large_output_leaves_control_free(self):
        msg_id = self.c.cell("%%python\nline = 'x' * 9_999\nfor i in range(10_000):\n    print(line)")
        asked = 0
        while not self.c.shell.poll(0):  # until the cell has ended
            self.assertTrue(self.c.request("kernel_info_request", on=self.c.control))
            asked += 1
        print(f"asked {asked} times on control", end=" ")
        self.assertEqual(self.c.reply(msg_id)["content"]["status"], "ok")
        self.assertEqual(len(text_of(self.c.until_idle(msg_id))), 100_000_000)

    def test_a_client_that_never_reads(self):
        deaf = self.c.connect(zmq.SUB, "iopub")
        deaf.rcvhwm, deaf.rcvbuf = 1, 1024
        deaf.subscribe(b"")
        code = "%%python\nline = 'x' * 999\nfor i in range(20_000):\n    print(line)"
        content, io = self.c.run(code)
        self.assertEqual(len(text_of(io)), 20_000_000)
        deaf.close(0)
        self.alive()

    def test_memory_stays(self):
        def anonymous():
            with open(f"/proc/{self.km.provisioner.pid}/smaps_rollup") as f:
                return sum(int(line.split()[1]) for line in f if line.startswith("Anonymous:")) / 1024
        begun = anonymous()
        print(f"{begun:.1f} MiB of anonymous memory at the start", end=" ")
        self.assertLess(begun, 20)
        self.c.run("%who")
        for n in range(1000):
            self.c.run("%who", store_history=n % 2 == 0)
        print(f"and {anonymous():.1f} MiB after 1,000 cells", end=" ")
        self.assertLess(anonymous(), begun + 16)


class Hostile(Case):
    def test_frames(self):
        c, key = self.c, self.c.session
        code = "%%python\nran = True"
        good = key.serialize(key.msg("execute_request", dict(code=code, silent=False, store_history=True, user_expressions={}, allow_stdin=False)))
        at = good.index(DELIM)
        unsigned, forged = list(good), list(good)
        unsigned[at + 1], forged[at + 1] = b"", b"0" * 64
        broken = [b"{not json", b"{}", b"{}", b"{}"]
        for frames in (unsigned, forged, [b"garbage"], [DELIM], [DELIM, b"sig", b"{}"], [DELIM, key.sign(broken)] + broken, [b""] * 50):
            c.shell.send_multipart(frames)
        msg_id = c.send("no_such_request")
        self.assertEqual(kinds(c.until_idle(msg_id))[-1], "idle")
        self.assertIsNone(c.read(c.shell, .5))
        self.assertIn("NameError", c.run("%%python\nran")[0]["ename"], "an unsigned cell was run")

    def test_a_replay(self):
        c, key = self.c, self.c.session
        frames = key.serialize(key.msg("execute_request", dict(code=VALUE, silent=False, store_history=True, user_expressions={}, allow_stdin=False)))
        c.shell.send_multipart(frames)
        self.assertEqual(c.read(c.shell)["msg_type"], "execute_reply")
        c.shell.send_multipart(frames)
        self.assertIsNone(c.read(c.shell, 1))
        self.alive()

    def test_peers(self):
        address = (self.km.ip, self.km.shell_port)
        silent = socket.create_connection(address)
        http = socket.create_connection(address)
        http.sendall(b"GET / HTTP/1.0\r\n\r\n" + b"x" * 1000)
        huge = socket.create_connection(address)
        huge.sendall(HELLO + b"\x02" + struct.pack(">Q", 1 << 50) + b"x" * 1000)
        other = Client(self.km.get_connection_info())
        self.assertEqual(other.run(VALUE)[0]["status"], "ok")
        other.close()
        for s in (silent, http, huge):
            s.close()
        self.alive()

    def test_one_identity_again(self):
        old, self.c.shell = self.c.shell, self.c.dealer("shell")  # the old one has been connected before
        self.assertTrue(self.c.request("kernel_info_request"))
        self.assertFalse(old.poll(300), "the connection that was replaced has the reply too")
        old.close(0)

    def test_pings(self):
        with socket.create_connection((self.km.ip, self.km.shell_port), LIMIT) as s:
            s.settimeout(LIMIT)
            s.sendall(HELLO + b"\x04\x0b\x04PING\x00\x64beat")
            got = b""
            while b"\x04\x09\x04PONGbeat" not in got:
                more = s.recv(4096)
                self.assertTrue(more, "closed without a PONG")
                got += more


class End(unittest.TestCase):
    def test_shutdown(self):
        for restart in (True, False):
            km, c = kernel()
            answer = c.request("shutdown_request", {"restart": restart}, on=c.control)
            self.assertEqual(answer["restart"], restart)
            end = time.monotonic() + LIMIT
            while km.is_alive() and time.monotonic() < end:
                time.sleep(.01)
            self.assertFalse(km.is_alive())
            c.close()
            km.shutdown_kernel(now=True)

    def test_the_parent_is_killed(self):
        code = """
import subprocess, time
from jupyter_client import KernelManager
from jupyter_client.manager import start_new_kernel
km, kc = start_new_kernel(kernel_name="hyp")
kc.execute("%%python\\nprint(1)\\nwhile True:\\n    pass")
while kc.get_iopub_msg()["msg_type"] != "stream":
    pass
print(km.provisioner.pid, flush=True)
time.sleep(60)
"""
        parent = subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        self.addCleanup(parent.stdout.close)
        self.addCleanup(parent.kill)
        pid = int(parent.stdout.readline())
        family = [pid] + children(pid)
        self.assertEqual(len(family), 2, "a kernel and its Python")
        parent.kill()
        parent.wait()
        end = time.monotonic() + LIMIT
        while (left := [p for p in family if lives(p)]) and time.monotonic() < end:
            time.sleep(.05)
        for p in left:
            with contextlib.suppress(ProcessLookupError):
                os.kill(p, signal.SIGKILL)
        self.assertEqual(left, [])

    def test_what_was_found_is_kept(self):
        km, c = kernel()
        c.run('%graph open kept\ndataset penguins from "penguins.csv"\nhyp H1: assoc(bill_length_mm, body_mass_g)')
        os.kill(km.provisioner.pid, signal.SIGKILL)
        c.close()
        km.shutdown_kernel(now=True)
        km, c = kernel()
        _, io = c.run("%graph open kept")
        self.assertIn("1 finding", text_of(io))
        c.close()
        km.shutdown_kernel(now=True)


def children(pid):
    out = []
    for thread in os.listdir(f"/proc/{pid}/task"):
        try:
            with open(f"/proc/{pid}/task/{thread}/children") as f:
                out += map(int, f.read().split())
        except (FileNotFoundError, ProcessLookupError):  # a thread that has ended
            pass
    return out


def lives(pid):
    try:
        with open(f"/proc/{pid}/stat") as f:
            return f.read().rpartition(")")[2].split()[0] != "Z"
    except (FileNotFoundError, ProcessLookupError):
        return False


if __name__ == "__main__":
    unittest.main(verbosity=2)

"""How long an interrupt takes: interrupts.py FOLDER CELL [N [SECONDS]]. The cell is run in FOLDER once to its end, and then N
times, each in a fresh kernel, so that the data are read again, and interrupted at a random moment of that time: by turns with SIGINT
and with interrupt_request. With SECONDS it is not run to its end, and interrupted at a random moment of so many seconds. Printed are the milliseconds from the interrupt to the reply. Every interrupted cell must say Interrupted, and
the kernel must answer the next cell."""
import os
import random
import signal
import statistics
import sys
import time

from jupyter_client import KernelManager


def start(folder):
    manager = KernelManager(kernel_name="hyp")
    manager.start_kernel(cwd=folder)
    client = manager.client()
    client.start_channels()
    client.wait_for_ready(timeout=120)
    return manager, client


def end(manager, client):
    """Ends a kernel, and the client's channels before it: their heartbeat is a thread, which goes on with sockets of its own until it is
    stopped, and must have begun before that, or it opens sockets until there are no more (jupyter_client 8.10)."""
    while not client.hb_channel.is_beating():
        time.sleep(.01)
    client.stop_channels()
    manager.shutdown_kernel(now=True)


def reply(client, request):
    while True:
        message = client.get_shell_msg(timeout=1800)
        if message["parent_header"].get("msg_id") == request:
            return message["content"]


def to_the_end(folder, cell):
    manager, client = start(folder)
    begun = time.perf_counter()
    content = reply(client, client.execute(cell))
    seconds = time.perf_counter() - begun
    assert content["status"] == "ok", content
    end(manager, client)
    return seconds


def main(folder, cell, n=20, seconds=None):
    random.seed(1)
    whole = float(seconds) if seconds else to_the_end(folder, cell)
    waits, ended = [], 0
    for k in range(int(n)):
        manager, client = start(folder)
        at = random.random() * whole
        request = client.execute(cell)
        time.sleep(at)
        begun = time.perf_counter()
        if k % 2 == 0:
            manager.provisioner.process.send_signal(signal.SIGINT)
        else:
            client.session.send(client.control_channel.socket, client.session.msg("interrupt_request", {}))
        content = reply(client, request)
        wait = 1000 * (time.perf_counter() - begun)
        if content["status"] == "ok":
            ended += 1  # before the interrupt, which is on its way: it may reach one cell more, and no other
            reply(client, client.execute("%who"))
        else:
            assert content["ename"] == "Interrupted", content
            waits.append((wait, at))
        assert reply(client, client.execute("%who"))["status"] == "ok", "the kernel is not usable"
        end(manager, client)
    assert waits, "every cell ended before its interrupt"
    ms = [wait for wait, _ in waits]
    print(f"{cell}, within {whole:.1f} s: {len(ms)} interrupts, {ended} cells that ended before theirs: "
          f"min {min(ms):.0f}, median {statistics.median(ms):.0f}, max {max(ms):.0f} ms (at {max(waits)[1]:.2f} s); load {os.getloadavg()[0]:.1f}")


if __name__ == "__main__":
    main(*sys.argv[1:])

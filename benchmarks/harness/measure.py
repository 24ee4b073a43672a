"""Runs a command and measures its whole process tree.

Seconds of the processor come from wait4, which counts every descendant that its parent waited for. A
tree that had to be killed has not been waited for, so its seconds and those of its memory are read
from /proc while it runs. Memory is the largest sum over the processes that live at one time; wait4
knows only the largest single process, and counts what the parent had resident when it forked.
"""

import dataclasses
import os
import signal
import subprocess
import tempfile
import threading
import time

TICKS = os.sysconf("SC_CLK_TCK")
SHORTEST_PAUSE, LONGEST_PAUSE = 0.001, 0.05  # seconds between two looks at the tree
PATIENCE = 10  # the wall's seconds to one of processors, where the limit is theirs


@dataclasses.dataclass
class Run:
    code: int | None  # exit code, negative for a signal; None: ran past its limit
    output: str  # standard output and standard error, as they came
    wall: float  # seconds
    cpu: float  # seconds of all processes
    peak_mb: float  # of all processes at one time


def read(path):
    try:
        with open(path, "rb") as file:
            return file.read()
    except OSError:
        return b""


def tree(pid):
    """The process and its descendants that are alive."""
    found, todo = [], [pid]
    while todo:
        pid = todo.pop()
        found.append(pid)
        try:
            threads = os.listdir(f"/proc/{pid}/task")
        except OSError:
            continue
        for thread in threads:
            todo += map(int, read(f"/proc/{pid}/task/{thread}/children").split())
    return found


def resident_kb(pid):
    """(now, most so far)."""
    now = most = 0
    for line in read(f"/proc/{pid}/status").splitlines():
        if line.startswith(b"VmRSS:"):
            now = int(line.split()[1])
        elif line.startswith(b"VmHWM:"):
            most = int(line.split()[1])
    return now, most


def cpu_seconds(pid):
    """Its own, and that of the children it waited for."""
    fields = read(f"/proc/{pid}/stat").rpartition(b")")[2].split()
    return sum(map(int, fields[11:15])) / TICKS if len(fields) > 15 else 0.0


class Sampler:
    """Looks at the tree of a process until told to stop, or to kill it when its time is over: of
    the wall's clock, or with `of_cpu` of processors (and PATIENCE times that of the wall's)."""

    def __init__(self, pid, limit, of_cpu):
        self.pid, self.limit, self.of_cpu = pid, limit, of_cpu
        self.peak_kb, self.cpu, self.timed_out = 0, 0.0, False
        self.done = threading.Event()
        self.thread = threading.Thread(target=self.loop, daemon=True)
        self.thread.start()

    def look(self):
        pids = tree(self.pid)
        resident = [resident_kb(pid) for pid in pids]
        self.peak_kb = max(self.peak_kb, sum(now for now, _ in resident),
                           max(most for _, most in resident))
        self.cpu = max(self.cpu, sum(map(cpu_seconds, pids)))
        return pids

    def loop(self):
        start = time.monotonic()
        end, now = start + self.limit * (PATIENCE if self.of_cpu else 1), start
        while True:
            pids = self.look()
            if now >= end or (self.of_cpu and self.cpu >= self.limit):
                self.timed_out = True
                kill(pids)
                return
            pause = min(max(SHORTEST_PAUSE, (now - start) / 20), LONGEST_PAUSE, end - now)
            if self.done.wait(pause):
                return
            now = time.monotonic()

    def stop(self):
        self.done.set()
        self.thread.join()


def kill(pids):
    """The session that the first one leads, and whoever left it."""
    try:
        os.killpg(pids[0], signal.SIGKILL)
    except ProcessLookupError:
        pass
    for pid in pids[1:]:
        try:
            os.kill(pid, signal.SIGKILL)
        except ProcessLookupError:
            pass


def run(command, limit, folder=None, environment=None, of_cpu=False):
    """Runs the command for at most `limit` seconds (Sampler). OSError when it cannot be started."""
    _, own_kb = resident_kb(os.getpid())
    with tempfile.TemporaryFile() as out:
        start = time.monotonic()
        child = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=out, cwd=folder,
                                 stderr=subprocess.STDOUT, start_new_session=True,
                                 env={**os.environ, **(environment or {})})
        sampler = Sampler(child.pid, limit, of_cpu)
        try:
            # the sampler must not signal a number that has been given to another process
            os.waitid(os.P_PID, child.pid, os.WEXITED | os.WNOWAIT)
        except BaseException:
            kill(tree(child.pid))
            raise
        finally:
            wall = time.monotonic() - start
            sampler.stop()
            _, status, usage = os.wait4(child.pid, 0)
            child.returncode = os.waitstatus_to_exitcode(status)
        out.seek(0)
        text = out.read().decode("utf-8", "replace")
    peak_kb = sampler.peak_kb
    if usage.ru_maxrss > own_kb:
        peak_kb = max(peak_kb, usage.ru_maxrss)
    cpu = max(usage.ru_utime + usage.ru_stime, sampler.cpu if sampler.timed_out else 0.0)
    return Run(None if sampler.timed_out else child.returncode, text, wall, cpu, peak_kb / 1024)

"""Runs the checker as a child process, measured."""

import json
import os
import signal
import subprocess
import tempfile
import threading
import time

VERDICTS = {0: "verified", 1: "refuted", 2: "input-error", 3: "unknown"}


def run_measured(command, limit):
    """(exit code or None on time-out, output, wall seconds, peak MB) of a child."""
    start = time.monotonic()
    with tempfile.TemporaryFile() as out:
        child = subprocess.Popen(command, stdout=out, stderr=subprocess.STDOUT,
                                 start_new_session=True)
        timed_out = threading.Event()

        def stop():
            timed_out.set()
            os.killpg(child.pid, signal.SIGKILL)

        watchdog = threading.Timer(limit, stop)
        watchdog.start()
        _, status, usage = os.wait4(child.pid, 0)
        watchdog.cancel()
        child.returncode = os.waitstatus_to_exitcode(status)
        seconds = time.monotonic() - start
        out.seek(0)
        text = out.read().decode("utf-8", "replace")
    code = None if timed_out.is_set() else child.returncode
    return code, text, seconds, usage.ru_maxrss / 1024


def parse_result(text):
    """The JSON object that heddle printed; what else is on its output comes before it."""
    start = text.find("{\n")
    try:
        return json.loads(text[start:]) if start >= 0 else {}
    except ValueError:
        return {}


def check(path, heddle, limit, arguments):
    """(verdict over the file, result, output, wall seconds, peak MB); a verdict is one of VERDICTS,
    CRASH or TIMEOUT."""
    command = [heddle, "check", path, "--format", "json"] + arguments
    code, text, seconds, peak_mb = run_measured(command, limit)
    result = parse_result(text)
    verdict = "TIMEOUT" if code is None else VERDICTS.get(code, "CRASH")
    if "internal error" in text or (not result and verdict != "TIMEOUT"):
        verdict = "CRASH"
    return verdict, result, text, seconds, peak_mb


def write_json(path, content):
    """`path` is written whole or not at all."""
    partial = path + ".partial"
    with open(partial, "w", encoding="utf-8") as file:
        json.dump(content, file, indent=2)
        file.write("\n")
    os.replace(partial, path)

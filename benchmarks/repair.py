#!/usr/bin/env python3
"""Strips the barriers of every clean golden kernel and lets `heddle repair` put them back.

    benchmarks/repair.py --heddle build/bin/heddle [--faulty] [--only field] [--out FILE] [-j N]
                         [--wall S]

Prints how many are cheaper than their author's, equal, or not repaired and why, and how long it
takes (benchmarks/repair.md). A repair counts only when `patch -p0` takes its diff and `heddle check`
verifies what comes out. With --faulty: what becomes of the golden kernels that are refuted, as they
are. A repair that crashes, or runs on for S seconds, is a row of its own; the exit code is 1 then.
"""

import argparse
import concurrent.futures
import json
import os
import re
import shlex
import signal
import statistics
import subprocess
import sys
import tempfile
import threading

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
BARRIER = re.compile(r"__syncthreads\s*\(\s*\)|\bsync\s*\(")
LIMIT = 20  # seconds for a group of kernels
WALL = 180  # seconds for a file, whatever the repair does
CRASH, HANG = "CRASH", "HANG"  # how reasons begin that are bugs


# What a refusal says, and why another barrier would not do. Whatever says none of these is listed.
REASONS = {
    "between blocks": "atomics, a barrier of the grid or two launches order blocks",
    "in one statement": "no barrier fits into it",
    "not all threads reach": "the places between stand under conditions that threads differ in",
    "no barrier fits": "copies that are waited for too late; bodies that the compiler writes",
    "copies of one group": "copies that are waited for too late",
    "diverges, and cannot be moved": "the barrier is the fault, and stands in no place of its own",
    "named barriers": "there with barriers everywhere: counts, parities, numbers",
    "without the others": "there with barriers everywhere: some lanes of a warp come alone",
    "matrix products that are not apart": "their groups are not followed with a barrier between",
    "proxy fence": "a barrier is none",
    "assertion": "a barrier does not make it hold",
    "left alone": "threads wait for other blocks",
    "body is not understood": "made by a macro, or in another file",
    "the parity of a wait": "not decided: how often it was waited before is the sum of two loops",
    "the time is spent": "not decided: more places than the checker decides about in the time",
}


def kernels(verdict):
    """(path, flags) of the golden cases with this verdict; of the clean ones, those with a barrier."""
    for where, folders, files in os.walk(os.path.join(ROOT, "tests", "golden")):
        folders.sort()
        for name in sorted(files):
            path = os.path.join(where, name)
            if not name.endswith(".cu") or os.path.exists(path[:-3] + ".ptx"):
                continue  # what is checked as compiled has flags for that
            with open(path, encoding="utf-8", errors="replace") as file:
                text = file.read()
            expect = re.search(r"^// expect: (\S+)", text, re.M)
            if not expect or expect.group(1) != verdict:
                continue
            if verdict == "refuted" or BARRIER.search(text):
                flags = [f for line in re.findall(r"^// flags: (.*)$", text, re.M)
                         for f in shlex.split(line)]
                yield path, flags


def stop(child):
    """With whatever it started."""
    try:
        os.killpg(child.pid, signal.SIGKILL)
    except ProcessLookupError:
        pass


def run(command, folder, wall):
    """What it prints, how it ends (None: it was stopped), and the processor time that it took."""
    with tempfile.TemporaryFile() as out:
        child = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=out,
                                 stderr=subprocess.DEVNULL, cwd=folder, start_new_session=True)
        hung = []
        timer = threading.Timer(wall, lambda: (hung.append(True), stop(child)))
        timer.start()
        _, status, usage = os.wait4(child.pid, 0)
        timer.cancel()
        child.returncode = os.waitstatus_to_exitcode(status)
        out.seek(0)
        return out.read(), None if hung else child.returncode, usage.ru_utime + usage.ru_stime


def why_not_applied(heddle, path, flags, diff, wall):
    """Why the diff makes no text that the checker verifies; empty: it does."""
    with tempfile.TemporaryDirectory() as folder:
        text = os.path.join(folder, "repaired.cu")
        done = subprocess.run(["patch", "-s", "-p0", "-F0", "-o", text, path], input=diff.encode(),
                              capture_output=True, check=False)
        if done.returncode:
            return "patch does not take the diff"
        with open(text, "rb") as file:
            try:
                check = subprocess.run([heddle, "check", "--no-hints", "-j", "1", "-"] + flags,
                                       stdin=file, capture_output=True, check=False, timeout=wall,
                                       cwd=os.path.dirname(path))
            except subprocess.TimeoutExpired:
                return f"{HANG}: the check of the result was stopped after {wall:g} s"
        return "" if check.returncode == 0 else "what patch makes is not verified"


def why_not(result):
    """Why it is no repair; empty: it is one."""
    groups = result["groups"]
    bad = [g for g in groups if g["outcome"] not in ("right", "repaired")]
    notes = [n for g in groups for n in g["notes"] if n.startswith(("left alone", "kept as it is"))]
    if result["errors"]:
        return result["errors"][0]["message"]
    if bad:
        return "; ".join(bad[0]["reasons"]) or bad[0]["outcome"]
    if notes:
        return notes[0] if notes[0].startswith("kept") else "left alone"
    if any(k["verdict"] != "verified" for k in result["after"]["kernels"]):
        return "not verified"
    return ""


def repair(heddle, mode, path, flags, wall=WALL):
    """One row of the result: what became of the file."""
    command = [heddle, "repair", *mode, "--json", "--limit", str(LIMIT), "-j", "1", path] + flags
    text, code, seconds = run(command, os.path.dirname(path), wall)
    row = {"path": os.path.relpath(path, ROOT), "seconds": seconds, "before": 0, "after": 0,
           "optimal": False, "reason": ""}
    if code is None:
        row["reason"] = f"{HANG}: stopped after {wall:g} s"
        return row
    try:
        result = json.loads(text)
    except ValueError:
        result = None
    if result is None or code not in (0, 1, 2, 3):
        row["reason"] = f"{CRASH}: exit code {code}"
        return row
    groups = result["groups"]
    row["before"] = sum(g["cost_before"] for g in groups)
    row["after"] = sum(g["cost_after"] for g in groups)
    row["optimal"] = all(g["optimal"] for g in groups)
    row["reason"] = why_not(result)
    if not row["reason"] and result["diff"]:
        row["reason"] = why_not_applied(heddle, path, flags, result["diff"], wall)
    return row


def is_bug(row):
    return row["reason"].startswith((CRASH, HANG))


def table(rows):
    tried = [r for r in rows if r["before"] > 0 or r["reason"]]
    good = [r for r in tried if not r["reason"]]
    cheaper = [r for r in good if r["after"] < r["before"] - 1e-6]
    equal = [r for r in good if abs(r["after"] - r["before"]) <= 1e-6]
    dearer = [r for r in good if r["after"] > r["before"] + 1e-6]
    lost = [r for r in tried if r["reason"]]
    seconds = [r["seconds"] for r in tried] or [0]
    lines = ["| | files |", "|---|---|",
             f"| clean, with a barrier of the block to strip | {len(tried)} |",
             f"| repaired, cheaper than the author's | {len(cheaper)} |",
             f"| repaired, equal cost | {len(equal)} |",
             f"| repaired, dearer | {len(dearer)} |",
             f"| not repaired | {len(lost)} |",
             f"| .. crashed or stopped | {sum(map(is_bug, lost))} |",
             f"| repaired at equal or lower cost | {100 * (len(cheaper) + len(equal)) / max(1, len(tried)):.1f} % |",
             f"| .. and shown to be optimal | {sum(r['optimal'] for r in good)} |",
             f"| seconds of processor time, median | {statistics.median(seconds):.2f} |",
             f"| seconds of processor time, maximum | {max(seconds):.2f} |"]
    for title, some in (("Not repaired", lost), ("Dearer", dearer)):
        if some:
            lines += ["", f"{title}:", "", "| file | reason |", "|---|---|"]
            lines += [f"| {r['path']} | {r['reason'] or '%g -> %g' % (r['before'], r['after'])} |"
                      for r in some]
    return "\n".join(lines) + "\n"


def faulty_table(rows):
    repaired = [r for r in rows if not r["reason"]]
    lines = ["| | files |", "|---|---|", f"| refuted | {len(rows)} |",
             f"| repaired | {len(repaired)} |",
             f"| .. and shown to be optimal | {sum(r['optimal'] for r in repaired)} |"]
    rest = [r for r in rows if r["reason"]]
    lines.append(f"| crashed or stopped | {sum(map(is_bug, rest))} |")
    for reason, why in REASONS.items():
        some = [r for r in rest if reason in r["reason"] and not is_bug(r)]
        rest = [r for r in rest if r not in some]
        lines.append(f"| refused: {reason} ({why}) | {len(some)} |")
    lines.append(f"| refused for other reasons, or not decided | {len(rest)} |")
    lines.append(f"| seconds of processor time, median | {statistics.median(r['seconds'] for r in rows):.2f} |")
    refused = [r for r in rows if r["reason"]]
    title = "Refused"
    if len(refused) > 40:
        refused, title = rest, "Refused for other reasons, or not decided"
    if refused:
        lines += ["", f"{title}:", "", "| file | reason |", "|---|---|"]
        lines += [f"| {r['path']} | {r['reason']} |" for r in refused]
    return "\n".join(lines) + "\n"


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--heddle", required=True)
    parser.add_argument("--out")
    parser.add_argument("-j", type=int, default=1)
    parser.add_argument("--only", default="", help="part of the path")
    parser.add_argument("--faulty", action="store_true")
    parser.add_argument("--wall", type=float, default=WALL, help="seconds for a file")
    options = parser.parse_args()
    verdict = "refuted" if options.faulty else "verified"
    cases = [c for c in kernels(verdict) if options.only in c[0]]
    heddle = os.path.abspath(options.heddle)
    mode = [] if options.faulty else ["--from-scratch"]
    with concurrent.futures.ThreadPoolExecutor(options.j) as pool:
        rows = list(pool.map(lambda c: repair(heddle, mode, *c, options.wall), cases))
    text = faulty_table(rows) if options.faulty else table(rows)
    sys.stdout.write(text)
    if options.out:
        with open(options.out, "w", encoding="utf-8") as file:
            file.write(text)
    return 1 if any(map(is_bug, rows)) else 0


if __name__ == "__main__":
    sys.exit(main())

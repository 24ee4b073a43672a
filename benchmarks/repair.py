#!/usr/bin/env python3
"""Strips the barriers of every clean golden kernel and lets `heddle repair` put them back.

    benchmarks/repair.py --heddle build/bin/heddle [--out benchmarks/repair.md] [-j N]

Writes the table of benchmarks/repair.md: how many are cheaper than their author's, equal, or not
repaired and why, and how long it takes. A repair counts only when the checker verifies its text.
"""

import argparse
import concurrent.futures
import json
import os
import re
import shlex
import statistics
import subprocess
import sys
import time

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
BARRIER = re.compile(r"__syncthreads\s*\(\s*\)|\bsync\s*\(")
LIMIT = 120


def clean_kernels():
    """(path, flags) of the golden cases that are verified and have a barrier."""
    for where, folders, files in os.walk(os.path.join(ROOT, "tests", "golden")):
        folders.sort()
        for name in sorted(files):
            path = os.path.join(where, name)
            if not name.endswith(".cu"):
                continue
            with open(path, encoding="utf-8", errors="replace") as file:
                text = file.read()
            expect = re.search(r"^// expect: (\S+)", text, re.M)
            if expect and expect.group(1) == "verified" and BARRIER.search(text):
                flags = [f for line in re.findall(r"^// flags: (.*)$", text, re.M)
                         for f in shlex.split(line)]
                yield path, flags


def repair(heddle, path, flags):
    """One row of the result: what became of the file."""
    command = [heddle, "repair", "--from-scratch", "--json", "-j", "1", path] + flags
    start = time.monotonic()
    try:
        done = subprocess.run(command, capture_output=True, timeout=LIMIT,
                              cwd=os.path.dirname(path))
        result = json.loads(done.stdout)
    except (subprocess.TimeoutExpired, ValueError):
        result = {"groups": [], "errors": [{"message": "no answer"}], "after": {"kernels": []}}
    groups = result["groups"]
    row = {"path": os.path.relpath(path, ROOT), "seconds": time.monotonic() - start,
           "before": sum(g["cost_before"] for g in groups),
           "after": sum(g["cost_after"] for g in groups),
           "optimal": all(g["optimal"] for g in groups), "reason": ""}
    bad = [g for g in groups if g["outcome"] not in ("right", "repaired")]
    notes = [n for g in groups for n in g["notes"] if n.startswith("left alone")]
    if result["errors"]:
        row["reason"] = result["errors"][0]["message"]
    elif bad:
        row["reason"] = "; ".join(bad[0]["reasons"]) or bad[0]["outcome"]
    elif notes:
        row["reason"] = notes[0].split(":")[0]
    elif any(k["verdict"] != "verified" for k in result["after"]["kernels"]):
        row["reason"] = "not verified"
    return row


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
             f"| repaired at equal or lower cost | {100 * (len(cheaper) + len(equal)) / max(1, len(tried)):.1f} % |",
             f"| .. and shown to be optimal | {sum(r['optimal'] for r in good)} |",
             f"| seconds, median | {statistics.median(seconds):.2f} |",
             f"| seconds, maximum | {max(seconds):.2f} |"]
    for title, some in (("Not repaired", lost), ("Dearer", dearer)):
        if some:
            lines += ["", f"{title}:", "", "| file | reason |", "|---|---|"]
            lines += [f"| {r['path']} | {r['reason'] or '%g -> %g' % (r['before'], r['after'])} |"
                      for r in some]
    return "\n".join(lines) + "\n"


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--heddle", required=True)
    parser.add_argument("--out")
    parser.add_argument("-j", type=int, default=1)
    parser.add_argument("--only", default="", help="part of the path")
    options = parser.parse_args()
    cases = [c for c in clean_kernels() if options.only in c[0]]
    heddle = os.path.abspath(options.heddle)
    with concurrent.futures.ThreadPoolExecutor(options.j) as pool:
        rows = list(pool.map(lambda c: repair(heddle, *c), cases))
    text = table(rows)
    sys.stdout.write(text)
    if options.out:
        with open(options.out, "w", encoding="utf-8") as file:
            file.write("# Repair of stripped kernels\n\n"
                       "Every clean kernel of tests/golden loses its barriers of the block; `heddle repair "
                       "--from-scratch` puts them\nback (docs/repair.md). Made by `benchmarks/repair.py`; "
                       "one file may hold several kernels.\n\n" + text)
    return 0


if __name__ == "__main__":
    sys.exit(main())

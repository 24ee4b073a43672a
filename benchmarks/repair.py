#!/usr/bin/env python3
"""Strips the barriers of every clean golden kernel and lets `heddle repair` put them back.

    benchmarks/repair.py --heddle build/bin/heddle [--faulty] [--only field] [--out FILE] [-j N]

Prints how many are cheaper than their author's, equal, or not repaired and why, and how long it
takes (benchmarks/repair.md). A repair counts only when the checker verifies its text. With --faulty:
what becomes of the golden kernels that are refuted, as they are.
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
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
BARRIER = re.compile(r"__syncthreads\s*\(\s*\)|\bsync\s*\(")
LIMIT = 20  # seconds for a group of kernels


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


def repair(heddle, mode, path, flags):
    """One row of the result: what became of the file."""
    command = [heddle, "repair", *mode, "--json", "--limit", str(LIMIT), "-j", "1", path] + flags
    with tempfile.TemporaryFile() as out:
        child = subprocess.Popen(command, stdout=out, stderr=subprocess.DEVNULL,
                                 cwd=os.path.dirname(path))
        _, status, usage = os.wait4(child.pid, 0)
        child.returncode = os.waitstatus_to_exitcode(status)
        out.seek(0)
        text = out.read()
    try:
        result = json.loads(text)
    except ValueError:
        message = f"CRASH: exit code {child.returncode}"
        result = {"groups": [], "errors": [{"message": message}], "after": {"kernels": []}}
    groups = result["groups"]
    row = {"path": os.path.relpath(path, ROOT), "seconds": usage.ru_utime + usage.ru_stime,
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
    for reason, why in REASONS.items():
        some = [r for r in rest if reason in r["reason"]]
        rest = [r for r in rest if reason not in r["reason"]]
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
    options = parser.parse_args()
    verdict = "refuted" if options.faulty else "verified"
    cases = [c for c in kernels(verdict) if options.only in c[0]]
    heddle = os.path.abspath(options.heddle)
    mode = [] if options.faulty else ["--from-scratch"]
    with concurrent.futures.ThreadPoolExecutor(options.j) as pool:
        rows = list(pool.map(lambda c: repair(heddle, mode, *c), cases))
    text = faulty_table(rows) if options.faulty else table(rows)
    sys.stdout.write(text)
    if options.out:
        with open(options.out, "w", encoding="utf-8") as file:
            file.write(text)
    return 0


if __name__ == "__main__":
    sys.exit(main())

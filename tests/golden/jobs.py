#!/usr/bin/env python3
"""No verdict depends on scheduling, or on what was kept: golden kernels, shuffled, by one job and by several.

    jobs.py --heddle BINARY [--sample N] [--seed S]

Files are checked together in one order with -j 1 and in another with -j 3, which keeps its results. What is said
of each kernel must be the same: verdicts, findings and their places, and what is not known; also when it is told
again from what was kept of files, and of kernels.
"""
import argparse
import difflib
import glob
import json
import os
import random
import sqlite3
import subprocess
import sys
import tempfile

GOLDEN = os.path.dirname(os.path.abspath(__file__))


def plain(path):
    """Has it no options of its own, and kernels that are read?"""
    text = open(path, errors="replace").read()
    return "\n// flags:" not in "\n" + text and "// expect: error" not in text


def lasting(kernel):
    """What does not depend on time: witnesses are made smaller, and assumptions tried, while there is some."""
    return {"kernel": kernel["kernel"], "verdict": kernel["verdict"], "unknowns": kernel["unknowns"],
            "findings": sorted([f["kind"], f["status"], f["severity"], [[a["file"], a["line"]] for a in f["accesses"]]]
                               for f in kernel["findings"])}


def answers(heddle, files, jobs, *more):
    """(exit code, what is said by file, the share of kernels that were kept)"""
    run = subprocess.run([heddle, "check", "--format", "json", "-j", str(jobs), *more, *files], cwd=GOLDEN,
                         capture_output=True, text=True, timeout=900)
    kernels, kept = {}, []
    for kernel in json.loads(run.stdout)["kernels"]:
        kernels.setdefault(kernel["file"], []).append(lasting(kernel))
        kept.append(kernel.get("kept", False))
    return run.returncode, kernels, sum(kept) / max(1, len(kept))


def out_of_time(answer, file):
    """Is a question left open that more time may decide? On a busy machine there are more of these."""
    return any("timeout after" in u["reason"] for kernel in answer[1].get(file, []) for u in kernel["unknowns"])


def compare(first, second, what):
    """The number of files of which two runs say different things, other than for want of time."""
    differ = sorted(f for f in first[1].keys() | second[1].keys() if first[1].get(f) != second[1].get(f))
    late = [f for f in differ if out_of_time(first, f) or out_of_time(second, f)]
    print("%d files were out of time, %s: %s" % (len(late), what, " ".join(late)))
    if len(late) > len(first[1]) / 10:
        return len(late)
    differ = [f for f in differ if f not in late]
    for file in differ:
        one, other = (json.dumps(a[1].get(file), indent=1).split("\n") for a in (first, second))
        print("\n".join(difflib.unified_diff(one, other, file + " by one job", what, lineterm="")))
    if first[0] != second[0] and not late:
        print("exit code %d by one job, %d %s" % (first[0], second[0], what))
    return len(differ) + (first[0] != second[0] and not late)


def forget_files(cache):
    """Only kernels are kept, whose keys are longer."""
    with sqlite3.connect(os.path.join(cache, "results.sqlite")) as database:
        database.execute("DELETE FROM results WHERE inputs != ''")


def main():
    arguments = argparse.ArgumentParser()
    arguments.add_argument("--heddle", required=True)
    arguments.add_argument("--sample", type=int, default=1, help="one file in so many")
    arguments.add_argument("--seed", type=int, default=1)
    options = arguments.parse_args()
    dice = random.Random(options.seed)
    files = sorted(os.path.relpath(path, GOLDEN) for path in glob.glob(GOLDEN + "/**/*.cu", recursive=True)
                   if plain(path) and not os.path.exists(path[:-3] + ".ptx"))
    files = dice.sample(files, len(files) // options.sample)
    first = answers(options.heddle, files, 1)
    dice.shuffle(files)
    with tempfile.TemporaryDirectory() as cache:
        keeping = ["--cache", cache]
        wrong = compare(first, answers(options.heddle, files, 3, *keeping), "by three")
        again = answers(options.heddle, files, 2, *keeping)
        wrong += compare(first, again, "as kept of files")
        forget_files(cache)
        of_kernels = answers(options.heddle, files, 2, *keeping)
        wrong += compare(first, of_kernels, "as kept of kernels")
    print("%d files, %d kernels, %.1f %% and %.1f %% kept, %d differ" % (
        len(files), sum(map(len, first[1].values())), 100 * again[2], 100 * of_kernels[2], wrong))
    sys.exit(bool(wrong) or min(again[2], of_kernels[2]) < 0.95)


if __name__ == "__main__":
    main()

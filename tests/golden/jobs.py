#!/usr/bin/env python3
"""No verdict depends on scheduling: golden kernels, shuffled, by one job and by several.

    jobs.py --heddle BINARY [--sample N] [--seed S]

Files are checked together in one order with -j 1 and in another with -j 3. What is said of each kernel
must be the same: verdicts, findings and their places, and what is not known.
"""
import argparse
import difflib
import glob
import json
import os
import random
import subprocess
import sys

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


def answers(heddle, files, jobs):
    run = subprocess.run([heddle, "check", "--format", "json", "-j", str(jobs), *files], cwd=GOLDEN,
                         capture_output=True, text=True, timeout=900)
    kernels = {}
    for kernel in json.loads(run.stdout)["kernels"]:
        kernels.setdefault(kernel["file"], []).append(lasting(kernel))
    return run.returncode, kernels


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
    code, first = answers(options.heddle, files, 1)
    dice.shuffle(files)
    other_code, second = answers(options.heddle, files, 3)
    differ = sorted(f for f in first.keys() | second.keys() if first.get(f) != second.get(f))
    for file in differ:
        one, three = (json.dumps(a.get(file), indent=1).split("\n") for a in (first, second))
        print("\n".join(difflib.unified_diff(one, three, file + " by one job", "by three", lineterm="")))
    if code != other_code:
        print("exit code %d by one job, %d by three" % (code, other_code))
    print("%d files, %d kernels, %d differ" % (len(files), sum(map(len, first.values())), len(differ)))
    sys.exit(bool(differ) or code != other_code)


if __name__ == "__main__":
    main()

#!/usr/bin/env python3
"""Less time never makes a verdict better: what is not verified with enough is not verified with hardly any.

    hurried.py --heddle BINARY [--sample N] [--seed S]

Where a question is not answered in its time, a kernel is asked about in other ways. Golden kernels that are expected
to be refuted or unknown are checked with the least time for a question that there may be, and with more.
"""
import argparse
import concurrent.futures
import glob
import json
import os
import random
import re
import shlex
import subprocess
import sys

GOLDEN = os.path.dirname(os.path.abspath(__file__))
TIMES = ["0.001", "0.02", "0.2"]  # seconds


def case(path):
    """The file and its arguments, where none of its answers may be `verified`."""
    text = open(path, errors="replace").read()
    expected = re.search(r"^// expect: (refuted|unknown)\s*$", text, re.MULTILINE)
    if not expected:
        return None
    given = re.search(r"^// flags: (.*)$", text, re.MULTILINE)
    if os.path.exists(path[:-3] + ".ptx") or given and "--timeout" in given.group(1):
        return None
    return os.path.relpath(path, GOLDEN), shlex.split(given.group(1)) if given else []


def verdicts(heddle, file, flags, seconds):
    run = subprocess.run([heddle, "check", "--format", "json", *flags, "--timeout", seconds, file], cwd=GOLDEN,
                         capture_output=True, text=True, timeout=300)
    if run.returncode not in (0, 1, 3):
        return ["exit code %d" % run.returncode]
    return [kernel["verdict"] for kernel in json.loads(run.stdout)["kernels"]]


def main():
    arguments = argparse.ArgumentParser()
    arguments.add_argument("--heddle", required=True)
    arguments.add_argument("--sample", type=int, default=1, help="one file in so many")
    arguments.add_argument("--seed", type=int, default=1)
    options = arguments.parse_args()
    cases = [c for c in map(case, sorted(glob.glob(GOLDEN + "/**/*.cu", recursive=True))) if c]
    cases = random.Random(options.seed).sample(cases, len(cases) // options.sample)
    asked = [(*c, seconds) for c in cases for seconds in TIMES]
    wrong, open_ones = 0, 0
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        for (file, _, seconds), found in zip(asked, pool.map(lambda a: verdicts(options.heddle, *a), asked)):
            open_ones += "unknown" in found
            if not {"refuted", "unknown"} & set(found):
                wrong += 1
                print("%s with --timeout %s: %s" % (file, seconds, ", ".join(found) or "no kernel"))
    print("%d files, %d runs, %d not decided, %d wrong" % (len(cases), len(asked), open_ones, wrong))
    sys.exit(wrong > 0 or open_ones == 0)


if __name__ == "__main__":
    main()

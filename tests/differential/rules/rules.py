#!/usr/bin/env python3
"""Random kernels of a few families, damaged or not, against all that their small launches do.

    rules.py --heddle BINARY [--families a,b,..] [--count N] [--seed N] [-j N] [--show]

Each kernel is run, thread by thread, for many launches that its contracts allow. None of them may race
where it is `verified` (WRONG), where an assumption that Heddle names holds (WRONG), and one must where a
race is `confirmed` (FALSE), the witness's own launch among them. An assumption that no launch with work
keeps is told (EMPTY). How many kernels that no launch shows to race are verified is counted: where few
are, little is tested.
"""
import argparse
import collections
import json
import os
import random
import re
import subprocess
import sys
import tempfile
from concurrent.futures import ProcessPoolExecutor

import families
from judge import judge
from syntax import NotUnderstood

BATCH = 20  # kernels in a file


def ask(heddle, folder, cases):
    """The report of each case's kernel, and the line that its text begins behind."""
    together = [c for c in cases if not c.alone]
    answers = dict(zip(map(id, together), ask_of_file(heddle, folder, together) if together else ()))
    for case in cases:
        if case.alone:
            answers[id(case)] = ask_of_file(heddle, folder, [case])[0]
    return [answers[id(case)] for case in cases]


def ask_of_file(heddle, folder, cases):
    path, text, offsets = os.path.join(folder, "k.cu"), "", []
    for i, case in enumerate(cases):
        offsets.append(text.count("\n"))
        text += case.text.replace("@", "_%d" % i) + "\n"
    with open(path, "w") as f:
        f.write(text)
    run = subprocess.run([heddle, "check", "--no-cache", "--no-hints", "-j", "1", "--timeout", "2", "--kernel-limit", "20", "--format", "json", *cases[0].flags, path],
                         capture_output=True, text=True, timeout=900)
    try:
        report = json.loads(run.stdout)
    except ValueError:
        return [("no report: " + (run.stderr + run.stdout)[-300:], 0)] * len(cases)
    found = {}
    for k in report["kernels"]:
        found.setdefault(k["kernel"].split("<")[0].split("::")[-1], []).append(k)
    answers = []
    for i, (case, offset) in enumerate(zip(cases, offsets)):
        kernel = found.get("%s_%d" % (case.kernel, i))
        if kernel:  # with the names that the case has
            answers.append((json.loads(re.sub(r"(\w)_%d\b" % i, r"\1", json.dumps(kernel[0]))), offset))
        else:
            answers.append(("; ".join(e["message"] for e in report["errors"]) or "no kernel", offset))
    return answers


def batch(heddle, family, flags, first, count):
    """[(seed, class, racy, words of what is wrong, text)] of one file's cases."""
    cases, seeds = [], []
    for seed in range(first, first + count):
        case = families.generate(family, seed)
        case.flags = flags
        try:
            case.parse()
            cases.append(case)
            seeds.append(seed)
        except NotUnderstood as e:
            print("seed %d of %s: %s\n%s" % (seed, family, e, case.text), flush=True)
    found = []
    with tempfile.TemporaryDirectory() as folder:
        for case, seed, (kernel, offset) in zip(cases, seeds, ask(heddle, folder, cases)):
            if isinstance(kernel, str) and "contradict each other" in kernel:
                found.append((seed, "left out", None, [], case))
                continue
            if isinstance(kernel, str):
                found.append((seed, "error", None, ["ERROR: " + kernel], case))
                continue
            try:
                truths = case.truths(seed)
                if not truths and case.known is None:
                    found.append((seed, "left open", None, [], case))
                    continue
                wrong, racy = judge(case, kernel, truths, offset, random.Random(seed))
            except NotUnderstood:  # what was damaged is no program
                found.append((seed, "left out", None, [], case))
                continue
            found.append((seed, outcome(kernel), racy, wrong, case))
    return [(seed, what, racy, wrong, case.text.replace("@", "")) for seed, what, racy, wrong, case in found]


def outcome(kernel):
    if kernel["verdict"] != "refuted":
        return "verified under" if kernel.get("precondition") else kernel["verdict"]
    errors = [f for f in kernel["findings"] if f["severity"] == "error"]
    return "confirmed" if any(f["status"] == "confirmed" for f in errors) else "possible"


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--heddle", required=True)
    parser.add_argument("--families", default=",".join(families.ALL))
    parser.add_argument("--count", type=int, default=100, help="kernels of each family")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("-j", type=int, default=2)
    parser.add_argument("--show", action="store_true", help="print what is clean and not verified")
    options = parser.parse_args()
    totals, failed = collections.Counter(), False
    with ProcessPoolExecutor(options.j) as pool:
        parts = []
        for family in options.families.split(","):
            for flags in families.FLAGS.get(family, [()]):
                for first in range(options.seed, options.seed + options.count, BATCH):
                    parts.append((family, flags, pool.submit(batch, options.heddle, family, flags, first,
                                                             min(BATCH, options.seed + options.count - first))))
        for family, flags, part in parts:
            for seed, what, racy, wrong, text in part.result():
                truth = "open" if racy is None else "racy" if racy else "clean"
                totals[family, truth, what] += 1
                if wrong or options.show and truth == "clean" and not what.startswith("verified"):
                    print("%s, seed %d%s: %s, %s\n%s%s" % (family, seed, " " + " ".join(flags) if flags else "", what, truth,
                                                          "".join(w + "\n" for w in wrong), text), flush=True)
                failed |= any(not w.startswith("EMPTY") for w in wrong)
    for family in options.families.split(","):
        for truth in ("clean", "racy", "open"):
            of = {what: n for (f, t, what), n in totals.items() if f == family and t == truth}
            if of:
                print("%s, %s: %s" % (family, truth, ", ".join("%d %s" % (n, what) for what, n in sorted(of.items()))))
        if not totals[family, "clean", "verified"]:
            print("%s: nothing is verified" % family)
            failed = True
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())

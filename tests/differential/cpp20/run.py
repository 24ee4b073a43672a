#!/usr/bin/env python3
"""Random C++20 programs: Heddle's values of them against those of the host compiler.

    run.py --heddle BINARY [--compiler g++] [--seed FIRST] [--count N] [--batch N] [-j N] [--sanitize]

A difference fails the run and is printed with its seed and a program made smaller. What Heddle does
not know is counted by reason. --sanitize compiles with checks for undefined behaviour: a program
that has any is an error of the generator.
"""
import argparse
import collections
import os
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor

import calls
import classes
import host
import judge
import modern
import objects
import program
import shrink
import values
import words

FEATURES = [values.FEATURES, calls.FEATURES, modern.FEATURES, classes.FEATURES, objects.FEATURES,
            words.FEATURES]


def generated(seed):
    return program.program(seed, FEATURES)


class Totals:
    def __init__(self):
        self.programs = self.checks = self.invalid = 0
        self.unknown, self.failures, self.errors = collections.Counter(), [], []
        self.example = {}

    def add(self, seed, outcome):
        self.programs += 1
        self.checks += outcome.agreed + sum(outcome.unknown.values()) + len(outcome.wrong)
        self.unknown += outcome.unknown
        for reason in outcome.unknown:
            self.example.setdefault(reason, seed)
        if outcome.wrong:
            self.failures.append((seed, outcome.wrong))
            print("seed %d: %s" % (seed, "; ".join(outcome.wrong)), flush=True)


def of_host(texts, seeds, folder, options):
    """The host's values of the programs that are C++ for it, and those that are not."""
    bad = []
    while True:
        try:
            found, undefined, message = host.values(texts, folder, options.compiler, options.sanitize)
            bad += [(seeds[i], "undefined behaviour: " + message) for i in undefined]
            return texts, seeds, found, bad
        except host.NotCompiled as error:
            if not error.bad:
                raise
            bad += [(seeds[i], str(error)) for i in error.bad]
            keep = [i for i in range(len(texts)) if i not in error.bad]
            texts, seeds = [texts[i] for i in keep], [seeds[i] for i in keep]


def batch(seeds, options):
    seeds = list(seeds)
    with tempfile.TemporaryDirectory() as folder:
        texts, seeds, found, bad = of_host([generated(s) for s in seeds], seeds, folder, options)
        return seeds, judge.judge(texts, seeds, found, folder, options.heddle, options.flag), bad


def report(totals, options):
    for seed, _ in totals.failures[:options.show]:
        print("seed %d, made smaller:\n%s" % (seed, shrink.smaller(generated(seed), seed, options)), flush=True)
    for seed, message in totals.errors[:options.show]:
        print("seed %d is no program: %s" % (seed, message[:600]))
    unknown = sum(totals.unknown.values())
    print("%d programs, %d checks: %d programs differ, %d are no programs, %d checks unknown (%.1f %%)" % (
        totals.programs, totals.checks, len(totals.failures), len(totals.errors), unknown,
        100 * unknown / max(1, totals.checks)))
    for reason, n in totals.unknown.most_common(12):
        print("%5d %s (seed %d)" % (n, reason, totals.example[reason]))
    if totals.failures:
        print("differ:", *[seed for seed, _ in totals.failures[:40]])


def main():
    arguments = argparse.ArgumentParser()
    arguments.add_argument("--heddle", required=True)
    arguments.add_argument("--compiler", default="g++")
    arguments.add_argument("--seed", type=int, default=1)
    arguments.add_argument("--count", type=int, default=300)
    arguments.add_argument("--batch", type=int, default=30)
    arguments.add_argument("--show", type=int, default=5, help="differences to make smaller and print")
    arguments.add_argument("--flag", action="append", default=[], help="a further argument for Heddle")
    arguments.add_argument("--sanitize", action="store_true")
    arguments.add_argument("-j", type=int, default=os.cpu_count())
    options = arguments.parse_args()
    options.heddle = os.path.abspath(options.heddle)
    totals, end = Totals(), options.seed + options.count
    groups = [range(s, min(s + options.batch, end)) for s in range(options.seed, end, options.batch)]
    with ThreadPoolExecutor(options.j) as pool:
        for seeds, outcomes, bad in pool.map(lambda group: batch(group, options), groups):
            totals.errors += bad
            for seed, outcome in zip(seeds, outcomes):
                totals.add(seed, outcome)
    report(totals, options)
    return 1 if totals.failures or totals.errors else 0


if __name__ == "__main__":
    sys.exit(main())

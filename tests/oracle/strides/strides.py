#!/usr/bin/env python3
"""Random kernels with many accesses that are alike, against all small sizes.

    strides.py --heddle BINARY [--seed N] [--count N] [--keep FOLDER]

Eight threads read and write q[a * i + k * stride + c] at a few or a dozen places of one phase, some of them under
a condition, and in some kernels further on by a digit of a key of theirs, w * ((key[i] >> s) & m): so many pairs
that Heddle asks about whole families of them. Each access is made here for each thread, each size that the
assumption allows and each digit. What is verified must have no race, and a race that is confirmed must be one.
"""
import argparse
import json
import os
import random
import shutil
import subprocess
import sys
import tempfile
from dataclasses import dataclass

THREADS = 8
SIZES = range(4, 15)  # of n and m
STRIDES = {"n": lambda n, m: n, "m": lambda n, m: m, "n * 2": lambda n, m: n * 2, "(n + 1)": lambda n, m: n + 1}
BOUNDS = {"n": lambda n, m: n, "m": lambda n, m: m, "n - 1": lambda n, m: n - 1}
GUARDS = {"i > 0": lambda i, n: i > 0, "i + 1 < n": lambda i, n: i + 1 < n, "n > 9": lambda i, n: n > 9}


@dataclass(frozen=True)
class Access:
    stride: str
    times: int
    constant: int
    guard: str  # or none
    writes: bool
    swapped: bool
    weight: int = 0  # of the digit; 0: there is none
    shift: int = 0
    mask: int = 0

    def cells(self, factor, i, n, m):
        first = factor * i + self.times * STRIDES[self.stride](n, m) + self.constant
        return range(first, first + self.weight * self.mask + 1, self.weight or 1)

    def index(self, factor):
        many = "%s * %d" % (self.stride, self.times) if self.swapped else "%d * %s" % (self.times, self.stride)
        digit = " + %d * (int)((key[i] >> %d) & %d)" % (self.weight, self.shift, self.mask) if self.weight else ""
        return "%d * i + %s + %d%s" % (factor, many, self.constant, digit)

    def statement(self, factor, number):
        text = "q[%s] = %d.0f;" % (self.index(factor), number) if self.writes else "x += q[%s];" % self.index(factor)
        return "  %s%s\n" % ("if (%s) " % self.guard if self.guard else "", text)


@dataclass(frozen=True)
class Kernel:
    bound: str
    factor: int
    accesses: tuple

    def text(self, name):
        body = "".join(a.statement(self.factor, i) for i, a in enumerate(self.accesses))
        return ("__global__ void %s(float* q, float* out, const unsigned* key, int n, int m) {\n"
                "  const int i = blockIdx.x * blockDim.x + threadIdx.x;\n"
                "  float x = 0;\n  if (i >= %s) return;\n%s  out[i] = x;\n}\n" % (name, self.bound, body))

    def races_at(self, n, m):
        touched = {}  # cell -> (threads, threads that write)
        for i in range(min(THREADS, BOUNDS[self.bound](n, m))):
            for a in self.accesses:
                if a.guard and not GUARDS[a.guard](i, n):
                    continue
                for cell in a.cells(self.factor, i, n, m):
                    readers, writers = touched.setdefault(cell, (set(), set()))
                    readers.add(i)
                    if a.writes:
                        writers.add(i)
        return any(writers and len(readers) > 1 for readers, writers in touched.values())

    def races(self):
        return any(self.races_at(n, m) for n in SIZES for m in SIZES)


def kernel(rng):
    usual, other = rng.choice(["n"] + list(STRIDES)), rng.choice(list(STRIDES))
    constants = [0] * rng.choice([6, 30, 100]) + [1, 2]
    guards = [""] * 8 + list(GUARDS)
    # of one kernel mostly: other digits of other words differ in nothing that matters
    weight, mask = (rng.choice([1, 4, 8, 8, 16]), rng.choice([1, 3, 7])) if rng.random() < 0.4 else (0, 0)
    times = [0] if weight and rng.random() < 0.7 else range(13)

    def access():
        own = weight if rng.random() < 0.95 else 0
        return Access(usual if rng.random() < 0.98 else other, rng.choice(times), rng.choice(constants), rng.choice(guards),
                      rng.random() < 0.6, rng.random() < 0.5, own, rng.choice([0, 2, 8, 26]), mask)

    accesses = tuple(access() for _ in range(rng.choice([3, 4, 6, rng.randint(9, 16)])))
    return Kernel(rng.choice(["n"] + list(BOUNDS)), rng.choice([1, 1, 2, 3]), accesses)


def check(heddle, folder):
    assumed = " && ".join("%s >= %d && %s <= %d" % (s, SIZES[0], s, SIZES[-1]) for s in "nm")
    run = subprocess.run([heddle, "check", folder, "--no-cache", "--stats", "--block", "4", "--grid", "2", "--assume", assumed,
                          "--strict-writes", "--timeout", "10", "--format", "json"], capture_output=True, text=True)
    return json.loads(run.stdout)["kernels"]


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--heddle", required=True)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int, default=60)
    parser.add_argument("--keep")
    options = parser.parse_args()
    kernels = {"k%d" % s: kernel(random.Random(s)) for s in range(options.seed, options.seed + options.count)}
    counts, failed, families = {}, 0, 0
    with tempfile.TemporaryDirectory() as folder:
        for name, k in kernels.items():
            with open(os.path.join(folder, name + ".cu"), "w") as file:
                file.write(k.text(name))
        results = check(options.heddle, folder)
        for result in results:
            is_racy = kernels[result["kernel"]].races()
            is_sure = any(f["status"] == "confirmed" for f in result["findings"])
            key = result["verdict"], "racy" if is_racy else "clean"
            counts[key] = counts.get(key, 0) + 1
            families += result["stats"]["counters"].get("families proved", 0)
            if (result["verdict"] == "verified" and is_racy) or (is_sure and not is_racy):
                failed += 1
                print("%s: %s, but %s" % (result["kernel"], *key))
                print(kernels[result["kernel"]].text(result["kernel"]))
                if options.keep:
                    shutil.copy(os.path.join(folder, result["kernel"] + ".cu"), options.keep)
    print(", ".join("%d %s %s" % (n, *key) for key, n in sorted(counts.items())), "with %d families proved" % families)
    decided = sum(n for (verdict, _), n in counts.items() if verdict != "unknown")
    is_of_use = decided * 10 >= len(kernels) * 9 and families >= len(kernels)
    return 1 if failed or len(results) != len(kernels) or not is_of_use else 0


if __name__ == "__main__":
    sys.exit(main())

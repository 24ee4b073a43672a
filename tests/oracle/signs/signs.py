#!/usr/bin/env python3
"""Random kernels of signed and unsigned numbers that go below zero, against all small values.

    signs.py --heddle BINARY [--seed N] [--count N] [--keep FOLDER]

Four threads store to q at an index, under a condition, both made of threadIdx.x, two ints that may be negative and an
unsigned number, through sums, differences, products, choices and conversions as C makes them (32 and 64 bits).
Each thread is run here for each of the values that the assumption allows. What is verified must have no race for
values with which nothing overflows, as is assumed; what wraps below zero does not. A race that is confirmed must be one.
"""
import argparse
import itertools
import json
import os
import random
import shutil
import subprocess
import sys
import tempfile
from dataclasses import dataclass

THREADS = 4
SIGNED, UNSIGNED = range(-3, 4), range(0, 4)  # values of a and b, and of u
VALUES = list(itertools.product(SIGNED, SIGNED, UNSIGNED))
RANKS = ["int", "unsigned", "long long", "size_t"]  # the usual conversions go to the later one


def width(kind):
    return 32 if kind in ("int", "unsigned") else 64


def is_signed(kind):
    return kind in ("int", "long long")


def wrapped(value, kind):
    value &= (1 << width(kind)) - 1
    return value - (1 << width(kind)) if is_signed(kind) and value >> (width(kind) - 1) else value


class Overflow:
    """Of a run: has a number left its type upwards, or an int either way? Below zero unsigned ones wrap."""
    seen = False


@dataclass(frozen=True)
class Value:
    kind: str
    machine: int
    number: int  # the same modulo 2^width; negative where an unsigned one has gone below zero

    @staticmethod
    def of(kind, number):
        machine, half = wrapped(number, kind), 1 << (width(kind) - 1)
        if number != machine if is_signed(kind) else not -half <= number < 2 * half:
            Overflow.seen = True
            number = machine
        return Value(kind, machine, number)

    def to(self, kind):
        return Value.of(kind, self.machine if width(kind) > width(self.kind) else self.number)


@dataclass(frozen=True)
class Expression:
    kind: str
    text: str
    of: object  # of the environment: a Value

    def to(self, kind):
        return Expression(kind, "(%s)%s" % (kind, self.text), lambda env: self.of(env).to(kind))


def common(x, y):
    return RANKS[max(RANKS.index(x.kind), RANKS.index(y.kind))]


ARITHMETIC = {"+": lambda x, y: x + y, "-": lambda x, y: x - y, "*": lambda x, y: x * y}
COMPARISONS = {"<": lambda x, y: x < y, "<=": lambda x, y: x <= y, "==": lambda x, y: x == y, "!=": lambda x, y: x != y,
               ">": lambda x, y: x > y, ">=": lambda x, y: x >= y}


def binary(x, operator, y):
    kind = common(x, y)
    return Expression(kind, "(%s %s %s)" % (x.text, operator, y.text), lambda env: Value.of(
        kind, ARITHMETIC[operator](x.of(env).to(kind).number, y.of(env).to(kind).number)))


def compare(x, operator, y):
    kind = common(x, y)
    return Expression("int", "%s %s %s" % (x.text, operator, y.text), lambda env: COMPARISONS[operator](
        x.of(env).to(kind).machine, y.of(env).to(kind).machine))


def choice(condition, x, y):
    kind = common(x, y)
    return Expression(kind, "(%s ? %s : %s)" % (condition.text, x.text, y.text),
                      lambda env: (x if condition.of(env) else y).of(env).to(kind))


def constant(value, kind):
    return Expression(kind, "%d%s" % (value, "u" if kind == "unsigned" else ""), lambda env: Value.of(kind, value))


def variable(name, kind):
    return Expression(kind, name, lambda env: env[name])


LEAVES = [variable("threadIdx.x", "unsigned")] * 3 + [variable("a", "int")] * 2 + [variable("b", "int"), variable("u", "unsigned")]


class Maker:
    def __init__(self, rng):
        self.rng = rng
        self.names = []

    def leaf(self):
        pick = self.rng.random()
        if pick < 0.2:
            return constant(self.rng.randint(0, 4), self.rng.choice(["int", "unsigned"]))
        return self.rng.choice(self.names) if self.names and pick < 0.6 else self.rng.choice(LEAVES)

    def number(self, depth):
        pick = self.rng.random()
        if depth == 0 or pick < 0.15:
            return self.leaf()
        if pick < 0.3:
            return self.number(depth - 1).to(self.rng.choice(RANKS))
        if pick < 0.4:
            return choice(self.condition(depth - 1), self.number(depth - 1), self.number(depth - 1))
        return binary(self.number(depth - 1), self.rng.choice("++-*"), self.number(depth - 1))

    def condition(self, depth):
        return compare(self.number(depth), self.rng.choice(list(COMPARISONS)), self.number(depth))


@dataclass(frozen=True)
class Kernel:
    locals: tuple  # name, kind, value
    condition: Expression
    index: Expression

    def text(self, name):
        body = "".join("  const %s %s = %s;\n" % (kind, x, value.text) for x, kind, value in self.locals)
        return ("__global__ void %s(int* q, int a, int b, unsigned u) {\n%s  if (%s) q[%s] = threadIdx.x;\n}\n"
                % (name, body, self.condition.text, self.index.text))

    def cell(self, thread, a, b, u):
        """That the thread writes; None: none."""
        env = {"threadIdx.x": Value.of("unsigned", thread), "a": Value.of("int", a), "b": Value.of("int", b),
               "u": Value.of("unsigned", u)}
        for name, kind, value in self.locals:
            env[name] = value.of(env).to(kind)
        return wrapped(self.index.of(env).machine, "long long") if self.condition.of(env) else None

    def races_at(self, values, may_overflow):
        Overflow.seen = False
        cells = [self.cell(thread, *values) for thread in range(THREADS)]
        written = [c for c in cells if c is not None]
        return len(set(written)) < len(written) and (may_overflow or not Overflow.seen)

    def races(self, may_overflow=False):
        return [values for values in VALUES if self.races_at(values, may_overflow)]


def kernel(rng):
    maker = Maker(rng)
    made = []
    for i in range(rng.randint(1, 3)):
        kind, name = rng.choice(RANKS), "x%d" % i
        made.append((name, kind, maker.number(2)))
        maker.names.append(variable(name, kind))
    return Kernel(tuple(made), maker.condition(1), maker.number(rng.choice([0, 0, 1, 2])))


def check(heddle, folder):
    assumed = " && ".join(["%s >= %d && %s <= %d" % (s, SIGNED[0], s, SIGNED[-1]) for s in "ab"] + ["u <= %d" % UNSIGNED[-1]])
    run = subprocess.run([heddle, "check", folder, "--no-cache", "--block", str(THREADS), "--grid", "1", "--assume", assumed,
                          "--format", "json"], capture_output=True, text=True)
    return json.loads(run.stdout)["kernels"]


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--heddle", required=True)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int, default=150)
    parser.add_argument("--keep")
    options = parser.parse_args()
    kernels = {"k%d" % s: kernel(random.Random(s)) for s in range(options.seed, options.seed + options.count)}
    counts, failed = {}, 0
    with tempfile.TemporaryDirectory() as folder:
        for name, k in kernels.items():
            with open(os.path.join(folder, name + ".cu"), "w") as file:
                file.write(k.text(name))
        results = check(options.heddle, folder)
        for result in results:
            k = kernels[result["kernel"]]
            is_racy = bool(k.races())
            is_sure = any(f["status"] == "confirmed" for f in result["findings"])
            key = result["verdict"], "racy" if is_racy else "clean"
            counts[key] = counts.get(key, 0) + 1
            if (result["verdict"] == "verified" and is_racy) or (is_sure and not k.races(may_overflow=True)):
                failed += 1
                print("%s: %s, but %s at %s" % (result["kernel"], *key, k.races()[:3]))
                print(k.text(result["kernel"]))
                if options.keep:
                    shutil.copy(os.path.join(folder, result["kernel"] + ".cu"), options.keep)
    print(", ".join("%d %s %s" % (n, *key) for key, n in sorted(counts.items())))
    decided = sum(n for (verdict, _), n in counts.items() if verdict in ("verified", "refuted"))
    return 1 if failed or len(results) != len(kernels) or decided * 10 < len(kernels) * 8 else 0


if __name__ == "__main__":
    sys.exit(main())

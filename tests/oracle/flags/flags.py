#!/usr/bin/env python3
"""Flags, tickets and locks against schedules.

    flags.py --heddle BINARY [--count N] [--seed N] [--schedules N]

Random kernels hand data on through atomics and fences: right ones that are known, with up to three
changes. Two blocks of one or two threads run under random schedules, with the happens-before of the
PTX ISA ("Release and Acquire Patterns", "Causality Order") in vector clocks: an atomic hands on what
its thread had fenced, and a fence takes in what atomics before it told; barriers of a block hand on
both. A kernel that races in a run and is verified is wrong, and makes the exit code 1; so does a
known one that is not right here, or none that is verified, or none that races.
"""

import argparse
import collections
import copy
import json
import os
import random
import subprocess
import sys
import tempfile

CELLS = {"b": "blockIdx.x", "o": "1 - blockIdx.x", "t": "blockIdx.x * blockDim.x + threadIdx.x",
         "0": "0", "1": "1", "p": "blockIdx.x * blockDim.x + (threadIdx.x ^ (blockDim.x - 1))",
         "q": "(1 - blockIdx.x) * blockDim.x + threadIdx.x"}
FLAGS = {"0": "0", "1": "1", "b": "blockIdx.x", "o": "1 - blockIdx.x"}
ON_FLAGS = ("add", "exch", "store", "wait", "draw", "inc", "look", "last", "lock")
CONDITIONS = {"t0": "threadIdx.x == 0", "b0": "blockIdx.x == 0", "b1": "blockIdx.x == 1"}


def index(table, name, block, thread, width):
    return eval(table[name].replace("blockIdx.x", str(block)).replace("threadIdx.x", str(thread))
                .replace("blockDim.x", str(width)))


def text(statements, writes, depth=1):
    out = []
    pad = "  " * depth
    for s in statements:
        kind = s[0]
        if kind == "w":
            writes[0] += 1  # a compiler leaves out what stores again what is there
            out.append(f"{pad}data[{CELLS[s[1]]}] = {writes[0]} + 64 * gid;")
        elif kind == "r":
            out.append(f"{pad}sum += data[{CELLS[s[1]]}];")
        elif kind == "fence":
            out.append(f"{pad}{s[1]}();")
        elif kind == "add":
            out.append(f"{pad}atomicAdd(&flag[{FLAGS[s[1]]}], {s[2]});")
        elif kind == "exch":
            out.append(f"{pad}atomicExch(&flag[{FLAGS[s[1]]}], {s[2]});")
        elif kind == "store":
            out.append(f"{pad}flag[{FLAGS[s[1]]}] = {s[2]};")
        elif kind == "wait":
            out.append(f"{pad}while (atomicAdd(&flag[{FLAGS[s[1]]}], 0) {s[2]} {s[3]});")
        elif kind == "sync":
            out.append(f"{pad}__syncthreads();")
        elif kind == "if":
            out += [f"{pad}if ({CONDITIONS[s[1]]}) {{", *text(s[2], writes, depth + 1), f"{pad}}}"]
        elif kind == "draw":
            out += [f"{pad}if (atomicAdd(&flag[{FLAGS[s[1]]}], 1) {s[2]} {s[3]}) {{",
                    *text(s[4], writes, depth + 1), f"{pad}}}"]
        elif kind == "inc":
            out += [f"{pad}if (atomicInc(&flag[{FLAGS[s[1]]}], {s[2]}) == {s[3]}) {{",
                    *text(s[4], writes, depth + 1), f"{pad}}}"]
        elif kind == "look":
            out += [f"{pad}if (atomicAdd(&flag[{FLAGS[s[1]]}], 0) {s[2]} {s[3]}) {{",
                    *text(s[4], writes, depth + 1), f"{pad}}}"]
        elif kind == "last":
            out.append(f"{pad}if (threadIdx.x == 0) "
                       f"last = atomicAdd(&flag[{FLAGS[s[1]]}], 1) {s[2]} {s[3]};")
        elif kind == "iflast":
            out += [f"{pad}if (last) {{", *text(s[1], writes, depth + 1), f"{pad}}}"]
        elif kind == "lock":
            out += [f"{pad}while (atomicCAS(&flag[{FLAGS[s[1]]}], {s[2]}, {s[3]}) != {s[4]});",
                    *text(s[5], writes, depth)]
        elif kind == "for":
            out += [f"{pad}for (int k = 0; k < {s[1]}; ++k) {{", *text(s[2], writes, depth + 1), f"{pad}}}"]
        else:
            raise ValueError(kind)
    return out


def kernel(statements):
    return "\n".join(["__global__ void k(int* data, unsigned* flag, int* sink) {",
                      "  __shared__ bool last;", "  int gid = blockIdx.x * blockDim.x + threadIdx.x;",
                      "  int sum = 0;", *text(statements, [0]), "  sink[gid] = sum;", "}"]) + "\n"


class Race(Exception):
    pass


def compare(a, op, b):
    return {"==": a == b, "!=": a != b, "<": a < b, ">": a > b}[op]


class Machine:
    """Threads as generators that yield before each action that others can see."""

    def __init__(self, statements, width, rng):
        self.statements, self.width, self.rng = statements, width, rng
        self.n = 2 * width
        self.clock = [[0] * self.n for _ in range(self.n)]
        self.released = [[0] * self.n for _ in range(self.n)]  # what an atomic hands on
        self.pending = [[0] * self.n for _ in range(self.n)]   # what a fence takes in
        self.flag, self.handed = {}, {}
        self.seen = {}  # cell -> [(thread, time, writes)]
        self.last = {}
        self.waiting = set()
        self.done = set()
        for t in range(self.n):
            self.clock[t][t] = 1

    def join(self, a, b):
        for i, x in enumerate(b):
            if x > a[i]:
                a[i] = x

    def touch(self, t, cell, writes, atomic=False):
        for who, time, wrote, was_atomic in self.seen.setdefault(cell, []):
            if who == t or not (writes or wrote) or (atomic and was_atomic):
                continue
            if self.clock[t][who] < time:
                raise Race(f"{cell}: thread {who} and {t}")
        self.seen[cell].append((t, self.clock[t][t], writes, atomic))

    def tick(self, t):
        self.clock[t][t] += 1

    def atomic(self, t, f, change):
        self.touch(t, ("flag", f), True, True)
        old = self.flag.get(f, 0)
        handed = self.handed.setdefault(f, [0] * self.n)
        self.join(self.pending[t], handed)
        new = change(old)
        if new is not None:
            self.flag[f] = new
            self.join(handed, self.released[t])
            self.tick(t)
        return old

    def run(self, t, statements):
        block, thread = divmod(t, self.width)
        for s in statements:
            kind = s[0]
            f = index(FLAGS, s[1], block, thread, self.width) if kind in ON_FLAGS else None
            if kind in ("w", "r"):
                yield
                self.touch(t, ("data", index(CELLS, s[1], block, thread, self.width)), kind == "w")
            elif kind == "fence":
                if s[1] == "__threadfence":
                    yield
                    self.join(self.clock[t], self.pending[t])
                    self.released[t] = list(self.clock[t])
                    self.tick(t)
            elif kind == "add":
                yield
                self.atomic(t, f, lambda old: old + s[2])
            elif kind == "exch":
                yield
                self.atomic(t, f, lambda old: s[2])
            elif kind == "store":
                yield
                self.touch(t, ("flag", f), True)
                self.flag[f] = s[2]
                self.handed[f] = [0] * self.n
            elif kind == "wait":
                while True:
                    yield
                    if not compare(self.atomic(t, f, lambda old: None), s[2], s[3]):
                        break
                    yield "spin"
            elif kind == "sync":
                self.waiting.add(t)
                yield
                while t in self.waiting:
                    yield "spin"
            elif kind == "if":
                if {"t0": thread == 0, "b0": block == 0, "b1": block == 1}[s[1]]:
                    yield from self.run(t, s[2])
            elif kind in ("draw", "look"):
                yield
                draws = kind == "draw"
                old = self.atomic(t, f, lambda old: old + 1 if draws else None)
                if compare(old, s[2], s[3]):
                    yield from self.run(t, s[4])
            elif kind == "inc":
                yield
                old = self.atomic(t, f, lambda old: 0 if old >= s[2] else old + 1)
                if old == s[3]:
                    yield from self.run(t, s[4])
            elif kind == "last":
                if thread == 0:
                    yield
                    old = self.atomic(t, f, lambda old: old + 1)
                    yield
                    self.touch(t, ("last", block), True)
                    self.last[block] = compare(old, s[2], s[3])
            elif kind == "iflast":
                yield
                self.touch(t, ("last", block), False)
                if self.last.get(block, self.rng.random() < 0.5):
                    yield from self.run(t, s[1])
            elif kind == "lock":
                while True:
                    yield
                    old = self.atomic(t, f, lambda old: s[3] if old == s[2] else None)
                    if old == s[4]:
                        break
                    yield "spin"
                yield from self.run(t, s[5])
            elif kind == "for":
                for _ in range(s[1]):
                    yield from self.run(t, s[2])

    def open_barriers(self):
        for block in range(2):
            members = range(block * self.width, (block + 1) * self.width)
            if all(t in self.waiting for t in members):
                for table in (self.clock, self.released, self.pending):
                    joint = [max(table[t][i] for t in members) for i in range(self.n)]
                    for t in members:
                        table[t] = list(joint)
                for t in members:
                    self.waiting.remove(t)
                    self.tick(t)
            elif any(t in self.waiting for t in members) and \
                    all(t in self.waiting or t in self.done for t in members):
                raise Race("divergence")

    def schedule(self):
        threads = {t: self.run(t, self.statements) for t in range(self.n)}
        order = list(threads)
        self.rng.shuffle(order)
        for _ in range(400):  # or a deadlock, which is not asked about
            self.open_barriers()
            ready = [t for t in order if t in threads and t not in self.waiting]
            if not ready:
                return
            t = ready[0] if self.rng.random() < 0.7 else self.rng.choice(ready)
            try:
                if next(threads[t]) == "spin":
                    order.remove(t)
                    order.append(t)
            except StopIteration:
                del threads[t]
                self.done.add(t)
            if self.rng.random() < 0.1:
                self.rng.shuffle(order)


F = ("fence", "__threadfence")
S = ("sync",)


def templates(width):
    n = 2 * width
    return [
        # message passing by one thread of each block
        [("if", "b0", [("if", "t0", [("w", "0"), F, ("exch", "0", 1)])]),
         ("if", "b1", [("if", "t0", [("wait", "0", "==", 0), F, ("r", "0")])])],
        # .. of the whole block
        [("if", "b0", [("w", "t"), F, S, ("if", "t0", [("exch", "0", 1)])]),
         ("if", "b1", [("if", "t0", [("wait", "0", "!=", 1)]), S, F, ("r", "q")])],
        [("if", "b0", [("w", "t"), S, ("if", "t0", [F, ("exch", "0", 1)])]),
         ("if", "b1", [("if", "t0", [("wait", "0", "!=", 1), F]), S, ("r", "q")])],
        # each looks once
        [("w", "t"), F, ("add", "0", 1), ("look", "0", "==", n, [F, ("r", "q")])],
        [("if", "b0", [("w", "t"), F, ("add", "0", 1)]),
         ("if", "b1", [("look", "0", "==", width, [F, ("r", "q")])])],
        # tickets
        [("w", "t"), F, ("draw", "0", "==", n - 1, [F, ("r", "q"), ("r", "t")])],
        [("w", "t"), F, ("inc", "0", n - 1, n - 1, [F, ("r", "q"), ("w", "q")])],
        [("w", "t"), F, S, ("last", "0", "==", 1), S, ("iflast", [F, ("r", "q")])],
        [("w", "t"), S, ("if", "t0", [F]), ("last", "0", "==", 1), S, ("iflast", [F, ("r", "q"), ("w", "p")])],
        # a barrier of the grid
        [("w", "t"), F, S, ("if", "t0", [("add", "0", 1), ("wait", "0", "<", 2)]), S, F, ("r", "q")],
        [("w", "t"), F, S, ("if", "t0", [("add", "0", 1), ("wait", "0", "<", 2), F]), S, ("r", "q"),
         S, ("if", "t0", [F, ("add", "1", 1), ("wait", "1", "!=", 2), F]), S, ("w", "q")],
        # flags of each block
        [("w", "t"), F, S, ("if", "t0", [("exch", "b", 1), ("wait", "o", "==", 0)]), S, F, ("r", "q")],
        [("if", "b0", [("w", "t"), F, S, ("if", "t0", [("exch", "b", 2)])]),
         ("if", "b1", [("if", "t0", [("wait", "o", "<", 2)]), S, F, ("r", "q"), ("w", "q")])],
        # locks
        [("if", "t0", [("lock", "0", 0, 1, 0, [F, ("w", "0"), ("r", "0"), F, ("exch", "0", 0)])])],
        [("lock", "0", 0, 1, 0, [F, ("w", "0"), F, ("exch", "0", 0)])] if width == 1 else
        [("if", "t0", [("lock", "0", 0, 1, 0, [])]), S, F, ("if", "t0", [("w", "0"), ("r", "1")]), F, S,
         ("if", "t0", [("exch", "0", 0)])],
        # two rounds by one flag
        [("if", "t0", [("if", "b0", [("w", "0"), F, ("exch", "0", 1), ("wait", "1", "==", 0), F, ("w", "0")]),
                       ("if", "b1", [("wait", "0", "==", 0), F, ("r", "0"), F, ("exch", "1", 1)])])],
        # through a third
        [("if", "t0", [("if", "b0", [("w", "0"), F, ("exch", "0", 1)]),
                       ("if", "b1", [("wait", "0", "!=", 1), F, ("w", "1"), F, ("exch", "1", 1)])]),
         ("if", "b0", [("if", "t0", [("wait", "1", "==", 0), F, ("r", "1"), ("w", "0")])])],
    ]


def places(statements, path=()):
    for i, s in enumerate(statements):
        yield path + (i,)
        for j, part in enumerate(s):
            if isinstance(part, list):
                yield from places(part, path + (i, j))


def holder(statements, path):
    for step in path[:-1]:
        statements = statements[step]
    return statements, path[-1]


def changed(statements, rng):
    statements = copy.deepcopy(thaw(statements))
    if not statements:
        return statements
    path = rng.choice(list(places(statements)))
    where, i = holder(statements, path)
    s = where[i]
    how = rng.randrange(8)
    if how == 0:
        del where[i]
    elif how == 1 and i + 1 < len(where):
        where[i], where[i + 1] = where[i + 1], where[i]
    elif how == 2:
        where.insert(rng.randrange(len(where) + 1), copy.deepcopy(s))
    elif how == 3 and any(isinstance(p, list) for p in s):  # take out of its condition
        inner = next(p for p in s if isinstance(p, list))
        if inner:
            where[i + 1:i + 1] = [inner.pop(rng.choice([0, -1]))]
    elif how == 4:
        kinds = CELLS if s[0] in ("w", "r") else FLAGS if s[0] in ON_FLAGS else None
        if kinds:
            s[1] = rng.choice(list(kinds))
        elif s[0] == "if":
            s[1] = rng.choice(list(CONDITIONS))
        elif s[0] == "fence":
            s[1] = "__threadfence_block"
    elif how == 5:
        for j, p in enumerate(s):
            if isinstance(p, str) and p in ("==", "!=", "<", ">"):
                s[j] = rng.choice(["==", "!=", "<", ">"])
                break
        else:
            if s[0] == "exch":
                where[i] = ["store", s[1], s[2]] if rng.random() < 0.5 else ["add", s[1], 1]
            elif s[0] == "add":
                where[i] = ["exch", s[1], 1]
    elif how == 6:
        numbers = [j for j, p in enumerate(s) if isinstance(p, int)]
        if numbers:
            s[rng.choice(numbers)] = rng.choice([0, 1, 2, 3])
    elif how == 7:
        kind = rng.choice(["w", "r", "for", "fence", "add", "exch"])
        if kind == "for" and s[0] != "sync":
            where[i] = ["for", 2, [s]]
        elif kind in "wr":
            where.insert(i, [kind, rng.choice(list(CELLS))])
        elif kind == "fence":
            where.insert(i, list(F))
        elif kind in ("add", "exch"):
            where.insert(i, [kind, rng.choice(list(FLAGS)), rng.choice([0, 1, 1, 2])])
    return statements


def thaw(x):
    return [thaw(y) for y in x] if isinstance(x, (list, tuple)) else x


def races(statements, width, rng, schedules):
    for _ in range(schedules):
        try:
            Machine(statements, width, rng).schedule()
        except Race as race:
            return str(race)
    return ""


def verdict(heddle, path, width):
    done = subprocess.run([heddle, "check", path, "--block", str(width), "--grid", "2", "--timeout", "2", "--no-hints",
                           "-j", "1", "--format", "json"], capture_output=True, text=True, timeout=300)
    kernels = json.loads(done.stdout)["kernels"]
    return kernels[0]["verdict"] if kernels else "none"


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--heddle", required=True)
    parser.add_argument("--count", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--schedules", type=int, default=200)
    options = parser.parse_args()
    tally = collections.Counter()
    wrong = 0
    for width in (1, 2):
        for known in templates(width):
            if found := races(thaw(known), width, random.Random(1), options.schedules):
                print(f"a known kernel races, width {width}: {found}\n{kernel(thaw(known))}")
                wrong += 1
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "k.cu")
        for number in range(options.count):
            rng = random.Random(f"{options.seed}/{number}")
            width = rng.choice([1, 2, 2])
            statements = thaw(rng.choice(templates(width)))
            for _ in range(rng.choice([0, 1, 1, 1, 2, 2, 3])):
                statements = changed(statements, rng)
            source = kernel(statements)
            with open(path, "w") as file:
                file.write(source)
            said = verdict(options.heddle, path, width)
            found = races(statements, width, rng, options.schedules)
            tally[said, bool(found)] += 1
            # fences of a block order threads of a block, which is not followed here
            if said == "verified" and found and not ("__threadfence_block" in source and width > 1):
                wrong += 1
                print(f"WRONG: seed {options.seed}, number {number}, width {width}: {found}\n{source}")
    for (said, race), n in sorted(tally.items()):
        print(f"{n:5} {said}, {'with' if race else 'without'} a race in a run")
    return 1 if wrong or not tally["verified", False] or not tally["refuted", True] else 0


if __name__ == "__main__":
    sys.exit(main())

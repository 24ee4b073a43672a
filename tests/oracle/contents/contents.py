#!/usr/bin/env python3
"""Contracts over contents of memory, against all small contents that keep them.

    contents.py --heddle BINARY [--count N] [--seed N] [--infer] [--show]

Random kernels use what arrays hold as indices, bounds of loops and conditions, under contracts of
these arrays (`distinct`, `monotone`, `range`, `permutation`, `scan`, `forall`). All contents of the
cells that a kernel may read are tried, of few values, to find those that the contracts allow and
under which two threads race. What is verified must race under none; what is confirmed must race under
one, the values of the witness added. Likewise with --infer for the preconditions that Heddle finds:
none race under them, and some without each part that is said to be needed. What fails makes the exit
code 1, and so does a run that decides too few.
"""

import argparse
import ast
import collections
import json
import os
import random
import re
import subprocess
import tempfile

from kernels import Maker, OPERATORS, Skip, text, value

VALUES = (-1, 0, 1, 2, 3, 4)
LIMIT = 6000  # contents of one kernel


# Contents and runs.

def places_of(e, found):
    if e is None:
        return
    if e[0] == "a":
        found.append((e[1], e[2]))
    for part in e[1:]:
        if isinstance(part, tuple):
            places_of(part, found)


def reads_of(statements, found):
    for s in statements:
        for part in s[1:]:
            if isinstance(part, list):
                reads_of(part, found)
            elif isinstance(part, tuple):
                places_of(part, found)


def cells_of(k):
    """How many cells of each array the threads may read, and two for what contracts say of any two."""
    found, cells = [], {a: 2 for a in k["arrays"]}
    for phase in k["phases"]:
        reads_of(phase, found)
    for t in range(k["blocks"] * k["threads"]):
        for a, place in found:
            cells[a] = max(cells[a], value(place, {"t": t}, None) + 1)
    return cells


def keeps(contract, held):
    """False once a contract is broken by the cells that have a value."""
    kind = contract[0]
    if kind in ("distinct", "permutation", "monotone", "sorted", "range"):
        a = held[contract[1]]
        if kind == "distinct":
            return len(set(a)) == len(a)
        if kind in ("monotone", "sorted"):
            return all(x <= y for x, y in zip(a, a[1:]))
        if kind == "range":
            return all(contract[2] <= x < contract[3] for x in a)
        first = a[:contract[2]]
        return len(set(first)) == len(first) and all(0 <= x < contract[2] for x in first)
    if kind == "scan":
        s, o = held[contract[1]], held[contract[2]]
        return all(x >= 0 for x in o) and all(s[i + 1] == s[i] + o[i] for i in range(min(len(s) - 1, len(o)))) \
            and all(x <= y for x, y in zip(s, s[1:]))
    order, goal = (None, contract[1]) if kind == "forall1" else contract[1]

    class Outside(Exception):
        pass

    def read(a, i):
        if not 0 <= i < len(held[a]):
            raise Outside
        return held[a][i]

    reach = range(max(map(len, held.values())))
    for i in reach:
        for j in reach if kind == "forall2" else (0,):
            at = {"i": i, "j": j}
            try:
                if (order is None or value(order, at, read)) and not value(goal, at, read):
                    return False
            except Outside:
                pass
    return True


def contents(k, values, held=None, cells=None):
    """All contents of the cells that the contracts allow."""
    if cells is None:
        cells = [(a, i) for a, n in cells_of(k).items() for i in range(n)]
        held = {a: [] for a in k["arrays"]}
    tried = [0]

    def fill(at):
        if at == len(cells):
            yield held
            return
        for v in values:
            held[cells[at][0]].append(v)
            tried[0] += 1
            if tried[0] > 40 * LIMIT:
                raise Skip("too many contents")
            if all(keeps(c, held) for c in k["contracts"]):
                yield from fill(at + 1)
            held[cells[at][0]].pop()

    yield from fill(0)


def named_in(contract):
    if contract[0] == "scan":
        return set(contract[1:])
    found = []
    places_of(contract, found)
    return {a for a, _ in found}


def can_go_on(k, held):
    """Arrays that one contract names are equally long: is there something for the cells that are not
    read?"""
    held = {a: list(of) for a, of in held.items()}
    together = any(len(named_in(c)) > 1 for c in k["contracts"])
    longest = max(map(len, held.values())) if together else 0
    cells = [(a, i) for i in range(longest) for a in k["arrays"] if i >= len(held[a])]
    return not cells or next(contents(k, range(-2, 12), held, cells), None) is not None


class Run:
    """One run, thread after thread between barriers: where no two accesses of a phase race, every
    order of the threads is like it."""

    def __init__(self, k, held):
        self.k, self.memory = k, {(a, i): v for a, of in held.items() for i, v in enumerate(of)}
        self.out, self.seen, self.race = {}, {}, False

    def touch(self, name, cell, writes, who):
        for other, wrote in self.seen.setdefault((name, cell), set()):
            same = other[0] == who[0]  # barriers order a block's phases
            if (writes or wrote) and other[:2] != who[:2] and (not same or other[2] == who[2]):
                self.race = True
        self.seen[name, cell].add((who, writes))

    def execute(self, statements, at, who):
        def read(a, i):
            self.touch(a, i, False, who)
            if (a, i) not in self.memory:
                raise Skip("outside of the array")
            return self.memory[a, i]

        for s in statements:
            if s[0] == "w":
                cell = value(s[2], at, read)
                if s[1] != "out":
                    self.memory[s[1], cell] = value(s[3], at, read)
                self.touch(s[1], cell, True, who)
            elif s[0] == "r":
                self.touch(s[1], value(s[2], at, read), False, who)
            elif s[0] == "if":
                if value(s[1], at, read):
                    self.execute(s[2], at, who)
            else:
                at = dict(at)
                at[s[1]] = value(s[2], at, read)
                while at[s[1]] < value(s[3], at, read):
                    self.execute(s[4], at, who)
                    at[s[1]] += 1

    def races(self):
        for number, phase in enumerate(self.k["phases"]):
            for block in range(self.k["blocks"]):
                for thread in range(self.k["threads"]):
                    t = block * self.k["threads"] + thread
                    self.execute(phase, {"t": t}, (block, thread, number))
            if self.race:
                return True
        return False


def racy(k, values):
    """Contents under which threads race, or None; and how many there are."""
    count = 0
    for held in contents(k, values):
        count += 1
        if count > LIMIT:
            raise Skip("too many contents")
        if Run(k, held).races() and can_go_on(k, held):
            return {a: list(v) for a, v in held.items()}, count
    return None, count


NAMES = {ast.Add: "+", ast.Sub: "-", ast.Mult: "*", ast.Div: "/", ast.Mod: "%", ast.Lt: "<",
         ast.LtE: "<=", ast.Eq: "==", ast.NotEq: "!=", ast.Gt: ">", ast.GtE: ">=", ast.And: "&&",
         ast.Or: "||"}
OPERATORS.update({">=": lambda a, b: a >= b, "&&": lambda a, b: a and b, "||": lambda a, b: a or b})


def tuples(e):
    """A parsed expression as ours."""
    if isinstance(e, ast.Constant):
        return ("n", e.value)
    if isinstance(e, ast.Name):
        return ("v", e.id)
    if isinstance(e, ast.Subscript):
        return ("a", e.value.id, tuples(e.slice))
    if isinstance(e, ast.UnaryOp):
        return ("-", ("n", 0), tuples(e.operand))
    if not isinstance(e, (ast.BinOp, ast.BoolOp, ast.Compare)):
        raise Skip("a condition of another kind: " + ast.unparse(e))
    if isinstance(e, ast.BinOp):
        return (NAMES[type(e.op)], tuples(e.left), tuples(e.right))
    parts = e.values if isinstance(e, ast.BoolOp) else None
    if parts is None:
        sides = [e.left, *e.comparators]
        parts = [(NAMES[type(o)], tuples(a), tuples(b)) for o, a, b in zip(e.ops, sides, sides[1:])]
        name = "&&"
    else:
        parts, name = [tuples(p) for p in parts], NAMES[type(e.op)]
    joint = parts[0]
    for part in parts[1:]:
        joint = (name, joint, part)
    return joint


def parsed(condition):
    """A condition that Heddle prints as a contract of ours."""
    expression = lambda text: tuples(ast.parse(
        text.replace("&&", " and ").replace("||", " or ").strip(), mode="eval").body)
    if named := re.fullmatch(r"(\w+)\((.*)\)", condition):
        parts = [p.strip() for p in named.group(2).split(",")]
        return (named.group(1), *(int(p) if re.fullmatch(r"-?\d+", p) else p for p in parts))
    quantified = re.fullmatch(r"forall (\w+)(?:, (\w+))?: (.*)", condition)
    if not quantified:
        raise Skip("a condition of another kind: " + condition)
    order, arrow, goal = quantified.group(3).rpartition("->")
    if quantified.group(2):
        return ("forall2", (expression(order) if arrow else None, expression(goal)))
    if arrow:
        raise Skip("a condition of another kind: " + condition)
    return ("forall1", expression(goal))


def under(k, conditions):
    return {**k, "contracts": k["contracts"] + [parsed(c) for c in conditions]}


def inferred(k, precondition, numbers):
    """What is wrong with a precondition that Heddle found, or ""."""
    parts = [c["text"] for c in precondition["conditions"]]
    found, count = racy(under(k, parts), VALUES)
    if found:
        return f"verified under {precondition['text']}, but races where {found}"
    if count == 0 and not next(contents(under(k, parts), range(-2, 14)), None):
        return f"verified under {precondition['text']}, which no contents keep"
    near = sorted(set(range(-2, 9)) | {n + d for n in numbers for d in (-1, 0, 1)})
    for i, c in enumerate(precondition["conditions"]):
        if c["shown"] and not racy(under(k, parts[:i] + parts[i + 1:]), near)[0]:
            return f"verified under {precondition['text']}, but without {c['text']} none race either"
    return ""


def answer(options, k, name):
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "k.cu")
        with open(path, "w") as file:
            file.write(text(k, name))
        done = subprocess.run(
            [options.heddle, "check", path, "--block", str(k["threads"]), "--grid", str(k["blocks"]),
             "--timeout", "2", "--infer-requires" if options.infer else "--no-hints", "--no-cache", "-j",
             "1", "--format", "json"], capture_output=True, text=True, timeout=300)
    if done.returncode == 2:
        return "error", [], done.stdout.strip()[-200:], None
    if done.returncode not in (0, 1, 3):
        return "crash", [], done.stderr[-300:], None
    kernel = json.loads(done.stdout)["kernels"][0]
    reason = "; ".join(u["reason"] for u in kernel["unknowns"])
    verdict = kernel["verdict"]
    numbers, precondition = [], kernel.get("precondition")
    for finding in kernel["findings"] + (precondition or {}).get("without", []):
        if finding["severity"] != "error":
            continue
        if finding["status"] == "confirmed" and verdict == "refuted":
            verdict = "confirmed"
        for key, v in finding["witness"].items():
            if re.match(r"[AB]\[", key) and re.fullmatch(r"-?\d+", str(v)):
                numbers.append(int(v))
    return ("possible" if verdict == "refuted" else verdict), numbers, reason, precondition


def judged(options, k, name):
    """(verdict, what is wrong or "", whether a race is there)."""
    found, count = racy(k, VALUES)
    if count == 0:
        raise Skip("no contents")
    verdict, numbers, reason, precondition = answer(options, k, name)
    if verdict in ("crash", "error"):
        return verdict, verdict + ": " + reason, bool(found)
    if precondition:
        return "verified under a condition", inferred(k, precondition, numbers), bool(found)
    if verdict == "verified" and found:
        return verdict, f"verified, but races where {found}", True
    if verdict == "confirmed" and not found:
        near = {n + d for n in numbers for d in (-1, 0, 1)}
        found, _ = racy(k, sorted(set(VALUES) | near))
        if not found:
            return verdict, "confirmed, but no contents race", False
    return verdict, "", bool(found)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--heddle", required=True)
    parser.add_argument("--count", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--infer", action="store_true", help="judge preconditions that are found")
    parser.add_argument("--show", action="store_true", help="print kernels that are not decided")
    options = parser.parse_args()
    tally, wrong = collections.Counter(), 0
    for number in range(options.count):
        k = Maker(random.Random(options.seed * 1000003 + number)).kernel()
        try:
            verdict, what, race = judged(options, k, "k")
        except Skip as reason:
            tally[f"left out: {reason}"] += 1
            continue
        tally[f"{verdict}, {'a race' if race else 'no race'}"] += 1
        if what:
            wrong += 1
            print(f"{what}\n--block {k['threads']} --grid {k['blocks']}\n{text(k, 'k')}")
        elif options.show and verdict in ("possible", "unknown"):
            print(f"{verdict}, {'a race' if race else 'no race'}: --block {k['threads']} --grid "
                  f"{k['blocks']}\n{text(k, 'k')}")
    print(", ".join(f"{n} {what}" for what, n in sorted(tally.items())))
    sides = [tally["verified, no race"], tally["confirmed, a race"]]
    if min(sides) * 10 < options.count:
        print("too few are decided")
        wrong += 1
    return 1 if wrong else 0


if __name__ == "__main__":
    raise SystemExit(main())

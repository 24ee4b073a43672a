#!/usr/bin/env python3
"""Random kernels with few places for barriers: `heddle repair` against all placements.

Each placement is run thread by thread: it is right when all threads come by the same barriers and
no two of them touch one cell, one writing, between the same two. All threads are of one warp: where
its barrier is the cheaper one, it stands at each place. The cheapest right placement must cost what
`heddle repair` says, and where there is none it must say that no barrier helps.
"""

import argparse
import itertools
import json
import os
import random
import subprocess
import sys
import tempfile

THREADS = 4
LOOP, BRANCH = 100, 0.5
MAX_PLACES = 8

INDICES = ["t", "3 - t", "(t + 1) % 4", "t + 4", "(t + 1) % 4 + 4", "2", "t / 2"]
LOOP_INDICES = ["i", "(t + i) % 4", "t + 4 * (i % 2)", "(t + 1) % 4 + 4 * (i % 2)"]
CONDITIONS = ["t < 2", "t == 0", "n > 1", "n > 2"]


class Block(list):
    """Statements; a place before each of them and one behind the last."""


def generate(rng, depth, in_loop):
    block = Block()
    for _ in range(rng.randint(1, 3) if depth else rng.randint(2, 4)):
        kind = rng.random()
        if kind < 0.15 and depth < 2 and not in_loop:
            block.append(("for", generate(rng, depth + 1, True)))
        elif kind < 0.35 and depth < 2:
            block.append(("if", rng.choice(CONDITIONS), generate(rng, depth + 1, in_loop)))
        else:
            index = rng.choice(INDICES + (LOOP_INDICES if in_loop else []))
            block.append((rng.choice(["read", "write"]), index))
    return block


def places(block, weight=1.0):
    """The weight of each place, in the order of the text."""
    found = [weight]
    for statement in block:
        if statement[0] == "for":
            found += places(statement[1], weight * LOOP)
        elif statement[0] == "if":
            found += places(statement[2], weight * BRANCH)
        found.append(weight)
    return found


def text_of(block, indent, accesses, numbers, there):
    """Lines, with the barriers at the places `there`."""
    pad = "  " * indent
    lines = []

    def place():
        if next(numbers) in there:
            lines.append(pad + "__syncthreads();")

    place()
    for statement in block:
        if statement[0] in ("for", "if"):
            head = "for (int i = 0; i < n; ++i)" if statement[0] == "for" else f"if ({statement[1]})"
            lines.append(f"{pad}{head} {{")
            lines += text_of(statement[-1], indent + 1, accesses, numbers, there)
            lines.append(pad + "}")
        else:
            number = next(accesses)
            lines.append(pad + (f"s[{statement[1]}] = in[t + {4 * number}];"
                                if statement[0] == "write"
                                else f"out[t + {4 * number}] = s[{statement[1]}];"))
        place()
    return lines


def run(block, chosen, t, n, events, numbers, i=None):
    """Appends barriers and accesses of one thread; `numbers` counts the places of the text."""
    values = {"t": t, "n": n, "i": i}
    first = next(numbers)
    at = lambda place: events.append(("barrier", place, i)) if place in chosen else None
    at(first)
    for statement in block:
        if statement[0] == "for":
            start = next(numbers)
            size = len(places(statement[1]))
            for k in range(n):
                run(statement[1], chosen, t, n, events, itertools.count(start), k)
            for _ in range(size - 1):
                next(numbers)
        elif statement[0] == "if":
            start = next(numbers)
            if eval(statement[1], {}, values):
                run(statement[2], chosen, t, n, events, itertools.count(start), i)
            for _ in range(len(places(statement[2])) - 1):
                next(numbers)
        else:
            cell = eval(statement[1].replace("/", "//"), {}, values)
            events.append((statement[0], cell, None))
        at(next(numbers))


def is_right(block, chosen, n):
    barriers, cells = None, {}
    for t in range(THREADS):
        events, mine, phase = [], [], 0
        run(block, chosen, t, n, events, itertools.count())
        for kind, what, i in events:
            if kind == "barrier":
                mine.append((what, i))
                phase += 1
            else:
                cells.setdefault((phase, what), []).append((t, kind == "write"))
        if barriers is not None and barriers != mine:
            return False
        barriers = mine
    for touched in cells.values():
        if len({t for t, _ in touched}) > 1 and any(write for _, write in touched):
            return False
    return True


def cheapest(block, n):
    weights = places(block)
    best = None
    for mask in range(1 << len(weights)):
        chosen = {p for p in range(len(weights)) if mask >> p & 1}
        cost = sum(weights[p] for p in chosen)
        if (best is None or cost < best) and is_right(block, chosen, n):
            best = cost
    return best


def compare(heddle, folder, seed):
    """'' where both agree, 'open' where heddle does not decide, else what is wrong. Half of the
    kernels have barriers already, and heddle chooses all of them anew."""
    rng = random.Random(seed)
    block = generate(rng, 0, False)
    while len(places(block)) > MAX_PLACES:
        block = generate(rng, 0, False)
    n = rng.randint(1, 3)
    warp = rng.choice([0.1, 1])  # what __syncwarp() costs, which orders these few threads as well
    anew = rng.random() < 0.5  # barriers are there, and all of them are up for choice
    there = {p for p in range(len(places(block))) if anew and rng.random() < 0.3}
    lines = ["__global__ void k(int *out, const int *in, int n) {", "  __shared__ int s[8];",
             "  int t = threadIdx.x;",
             *text_of(block, 1, itertools.count(), itertools.count(), there), "}"]
    path = os.path.join(folder, f"random{seed}.cu")
    with open(path, "w", encoding="utf-8") as file:
        file.write("\n".join(lines) + "\n")
    done = subprocess.run([heddle, "repair", path, "--json", "--block", str(THREADS), "--grid", "1",
                           "--param", f"n={n}", "-j", "1"]
                          + ["--from-scratch"] * anew
                          + ["--cost", f"syncwarp={warp:g}"], capture_output=True, text=True)
    told = json.loads(done.stdout)
    if told["errors"]:
        return f"seed {seed}: {told['errors']}"
    group = told["groups"][0]
    if group["outcome"] == "undecided":
        return "open"
    least = cheapest(block, n)
    if least is not None:
        least = round(least * warp, 6)
    said = None if group["outcome"] == "helpless" else round(group["cost_after"], 6)
    if least == said:
        return "" if least is None or group["optimal"] else "open"
    if not group["optimal"] and said is not None and least is not None and said > least:
        return "open"
    return f"seed {seed}: the least cost is {least}, heddle says {said}\n" + "\n".join(lines)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--heddle", required=True)
    parser.add_argument("--count", type=int, default=2000)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    heddle = os.path.abspath(options.heddle)
    wrong, undecided = [], 0
    with tempfile.TemporaryDirectory() as folder:
        for seed in range(options.seed, options.seed + options.count):
            answer = compare(heddle, folder, seed)
            undecided += answer == "open"
            if answer not in ("", "open"):
                wrong.append(answer)
                print(answer)
    print(f"{options.count} kernels, {undecided} not decided, {len(wrong)} wrong")
    # what is never decided shows nothing
    return 1 if wrong or undecided > options.count // 10 else 0


if __name__ == "__main__":
    sys.exit(main())

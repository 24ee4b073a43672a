#!/usr/bin/env python3
"""Random kernels with few places for barriers: `heddle repair` against all placements.

Each placement is run thread by thread: it is right when all threads come by the same barriers and
no two of them touch one cell, one writing, between the same two. All threads are of one warp: where
its barrier is the cheaper one, it stands at each place. The cheapest right placement must cost what
`heddle repair` says, and where there is none it must say that no barrier helps. The kernels are
those of shapes.py.
"""

import argparse
import json
import os
import random
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import shapes  # noqa: E402

MAX_PLACES = 8
MODES = {"missing": [], "anew": ["--from-scratch"], "optimize": ["--optimize"]}


def is_right(traces, chosen):
    """The events of all threads, with the barriers at the places `chosen`. Nobody waits for threads
    that have left before the barrier; one that stands under a condition which they did not fulfil
    when they left behind it, as in the other arm of an `if`, diverges."""
    passed, cells = [], {}
    for t, events in enumerate(traces):
        mine = []
        for kind, what, where in events:
            if kind in ("read", "write"):
                cells.setdefault((len(mine), what), []).append((t, kind == "write"))
            elif kind == "barrier" and what in chosen:
                mine.append((what, where))
        gone = None  # the last place of a thread that has left
        if events and events[-1][0] == "exit":
            gone = max((what for kind, what, _ in events if kind == "barrier"), default=-1)
        passed.append((mine, gone))
    longest = max((mine for mine, _ in passed), key=len)
    for mine, gone in passed:
        missed = longest[len(mine):]
        if mine + missed != longest or (missed and gone is None):
            return False
        if missed and missed[0][0] < gone:  # numbers of places grow with the text
            return False
    for touched in cells.values():
        if len({t for t, _ in touched}) > 1 and any(write for _, write in touched):
            return False
    return True


def subsets(places):
    places = sorted(places)
    for mask in range(1 << len(places)):
        yield {p for i, p in enumerate(places) if mask >> i & 1}


def cheapest(traces, weights, there, mode, warp):
    """The least cost of a right placement; None: there is none."""
    everything = set(weights)
    best = None
    for some in subsets(there if mode == "optimize" else everything - there
                        if mode == "missing" else everything):
        if mode == "missing":
            cost = sum(weights[p] for p in there) + warp * sum(weights[p] for p in some)
            some = some | there
        else:
            cost = sum(weights[p] for p in some) * (1 if mode == "optimize" else warp)
        if (best is None or cost < best) and is_right(traces, some):
            best = cost
    return best


def barriers_there(rng, traces, weights, mode):
    """Where barriers stand already: some that all threads reach; to optimize, enough."""
    may_stand = [p for p in weights if is_same(traces, p)]
    for chance in (0.4, 0.6, 0.8, 1):
        there = {p for p in may_stand if rng.random() < chance}
        if mode == "missing" or is_right(traces, there):
            return there
    return None


def is_same(traces, place):
    return len({tuple(e for e in events if e[:2] == ("barrier", place)) for events in traces}) == 1


def repaired(heddle, path, options):
    done = subprocess.run([heddle, "repair", path, "--json", "--block", str(shapes.THREADS),
                           "--grid", "1", "-j", "1"] + options, capture_output=True, check=False)
    return json.loads(done.stdout)


def compare(heddle, folder, seed):
    """'' where both agree, 'open' where heddle does not decide, else what is wrong. Some kernels
    have barriers already, which stay, or may go, or are up for choice with all other places."""
    rng = random.Random(seed)
    program = shapes.program(rng, MAX_PLACES)
    n = rng.randint(1, 3)
    warp = rng.choice([0.1, 1])  # what __syncwarp() costs, which orders these few threads as well
    weights, traces = program.weights, [program.trace(t, n) for t in range(shapes.THREADS)]
    mode = rng.choice(["missing", "anew", "optimize"])
    there = set()
    if mode != "missing" or rng.random() < 0.3:
        there = barriers_there(rng, traces, weights, mode)
    if there is None:
        mode, there = "missing", set()
    text = program.text(there)
    path = os.path.join(folder, f"random{seed}.cu")
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)
    told = repaired(heddle, path, MODES[mode] + ["--param", f"n={n}", "--cost", f"syncwarp={warp:g}"])
    if told["errors"]:
        return f"seed {seed}: {told['errors']}\n{text}"
    group = told["groups"][0]
    if group["outcome"] == "undecided":
        return "open"
    least = cheapest(traces, weights, there, mode, warp)
    least = None if least is None else round(least, 6)
    said = None if group["outcome"] == "helpless" else round(group["cost_after"], 6)
    if least == said:
        return "" if least is None or group["optimal"] or mode == "optimize" else "open"
    if not group["optimal"] and said is not None and least is not None and said > least:
        return "open"
    return f"seed {seed}, {mode}, n={n}, syncwarp={warp}: the least cost is {least}, heddle says {said}\n{text}"


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
                print(answer, flush=True)
    print(f"{options.count} kernels, {undecided} not decided, {len(wrong)} wrong")
    # what is never decided shows nothing
    return 1 if wrong or undecided > options.count // 10 else 0


if __name__ == "__main__":
    sys.exit(main())

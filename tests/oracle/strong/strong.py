#!/usr/bin/env python3
"""Random PTX of two threads with strong and weak accesses, against all their interleavings.

    strong.py --heddle BINARY [--seed N] [--count N] [-j N] [--keep FOLDER]

Two threads of different warps load, store and change three cells of shared memory, between barriers
of all; what a strong load saw may decide whether another access follows. All interleavings are run
here: two accesses of one cell between the same two barriers race when one of them writes, unless
both are strong, or both are stores of one value (a warning). What `heddle ptx` calls verified must
have no race, and a race that it tells must be one. (Acquire and release may order more than
barriers do; then only what is verified is compared.)
"""
import argparse
import os
import random
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Optional

CELLS = 3
LOADS = {"ld.relaxed.cta": True, "ld.acquire.cta": True, "ld.relaxed.gpu": True, "ld.weak": False, "ld.volatile": False}
STORES = {"st.relaxed.cta": True, "st.release.cta": True, "st.relaxed.sys": True, "st.weak": False, "st.volatile": False}
CHANGES = {"add": lambda old, v: old + v, "max": max, "min": min, "exch": lambda old, v: v,
           "and": lambda old, v: old & v, "or": lambda old, v: old | v}


@dataclass(frozen=True)
class Access:
    word: str
    cell: int
    value: int = 0  # stores, changes
    register: int = 0  # loads, changes: what they give goes there
    when: Optional[tuple] = None  # (register, value): only where it holds

    @property
    def strong(self):
        return self.word in CHANGES or LOADS.get(self.word, False) or STORES.get(self.word, False)

    @property
    def writes(self):
        return self.word not in LOADS


def an_access(rng, known):
    kind = rng.random()
    words = list(LOADS) if kind < 0.4 else list(STORES) if kind < 0.7 else list(CHANGES)
    word = rng.choice(words)
    when = (rng.choice(sorted(known)), rng.randint(0, 2)) if known and rng.random() < 0.3 else None
    access = Access(word, rng.randrange(CELLS), rng.randint(0, 2), rng.randrange(4), when)
    if access.word not in STORES:
        known.add(access.register)
    return access


def program(rng):
    """[segment][thread]: accesses between two barriers. The first one stores all cells."""
    known = [set(), set()]
    start = tuple(Access("st.weak", c, rng.randint(0, 2)) for c in range(CELLS))
    segments = [(start, ())]
    for _ in range(rng.randint(1, 3)):
        segments.append(tuple(tuple(an_access(rng, known[t]) for _ in range(rng.randint(0, 3)))
                              for t in (0, 1)))
    return segments


# ---- PTX ------------------------------------------------------------------------------------------

def text_of(access, label):
    register, cell = "%%r%d" % (10 + access.register), "[cells+%d]" % (4 * access.cell)
    if access.word in LOADS:
        line = "%s.shared.u32 %s, %s;" % (access.word, register, cell)
    elif access.word in STORES:
        line = "%s.shared.u32 %s, %d;" % (access.word, cell, access.value)
    else:
        kind = "b32" if access.word in ("exch", "and", "or") else "u32"
        line = "atom.shared.%s.%s %s, %s, %d;" % (access.word, kind, register, cell, access.value)
    if access.when is None:
        return [line]
    return ["setp.ne.u32 %%p3, %%r%d, %d;" % (10 + access.when[0], access.when[1]),
            "@%%p3 bra SKIP_%s;" % label, line, "SKIP_%s:" % label]


def ptx(segments):
    out = [".version 8.6", ".target sm_90", ".address_size 64", "", ".visible .entry oracle()",
           ".maxntid 64, 1, 1", "{", ".reg .pred %p<8>;", ".reg .b32 %r<16>;",
           ".shared .align 4 .b32 cells[%d];" % CELLS, "mov.u32 %r1, %tid.x;",
           "setp.eq.u32 %p1, %r1, 0;", "setp.eq.u32 %p2, %r1, 32;"]
    out += ["mov.u32 %%r%d, 0;" % (10 + r) for r in range(4)]
    for s, threads in enumerate(segments):
        out += ["@%%p1 bra FIRST_%d;" % s, "@%%p2 bra SECOND_%d;" % s, "bra MEET_%d;" % s]
        for name, accesses in zip(("FIRST", "SECOND"), threads):
            out.append("%s_%d:" % (name, s))
            for i, access in enumerate(accesses):
                out += text_of(access, "%s_%d_%d" % (name, s, i))
            out.append("bra MEET_%d;" % s)
        out += ["MEET_%d:" % s, "bar.sync 0;"]
    return "\n".join(out + ["ret;", "}"]) + "\n"


# ---- all interleavings ------------------------------------------------------------------------------

def conflict(a, b):
    """Of different threads, each with the value that it leaves."""
    (x, left), (y, right) = a, b
    if x.cell != y.cell or not (x.writes or y.writes) or (x.strong and y.strong):
        return False
    both_store = x.word in STORES and y.word in STORES
    return not (both_store and not x.strong and not y.strong and left == right)


def step(access, memory, registers):
    """Memory and registers afterwards, and what is left in the cell."""
    memory, registers = list(memory), list(registers)
    old = memory[access.cell]
    if access.word in STORES:
        memory[access.cell] = access.value
    elif access.word in CHANGES:
        memory[access.cell] = CHANGES[access.word](old, access.value)
    if access.word not in STORES:
        registers[access.register] = old
    return tuple(memory), tuple(registers), memory[access.cell]


def races(segments):
    states = {((0,) * CELLS, ((0,) * 4, (0,) * 4))}
    found = False
    for threads in segments:
        ends, seen = set(), set()
        work = [(0, 0, memory, registers, frozenset()) for memory, registers in states]
        while work:
            state = work.pop()
            if state in seen:
                continue
            seen.add(state)
            *at, memory, registers, done = state
            if at[0] == len(threads[0]) and at[1] == len(threads[1]):
                ends.add((memory, registers))
                mine = [d for t, d in done if t == 0]
                found |= any(conflict(a, b) for a in mine for t, b in done if t == 1)
            for t in (0, 1):
                if at[t] == len(threads[t]):
                    continue
                access, next_at = threads[t][at[t]], list(at)
                next_at[t] += 1
                if access.when and registers[t][access.when[0]] != access.when[1]:
                    work.append((*next_at, memory, registers, done))
                    continue
                new_memory, mine, left = step(access, memory, registers[t])
                both = (mine, registers[1]) if t == 0 else (registers[0], mine)
                work.append((*next_at, new_memory, both, done | {(t, (access, left))}))
        states = ends
    return found


# ---- comparing ----------------------------------------------------------------------------------------

def judge(options, seed):
    segments = program(random.Random(seed))
    with tempfile.NamedTemporaryFile("w", suffix=".ptx") as file:
        file.write(ptx(segments))
        file.flush()
        run = subprocess.run([options.heddle, "ptx", file.name], capture_output=True, text=True, timeout=60)
    truth = races(segments)
    verdict = {0: "verified", 1: "refuted", 3: "unknown"}.get(run.returncode, "error")
    orders = any("acquire" in a.word or "release" in a.word for s in segments for t in s for a in t)
    sure = "error: data race" in run.stdout + run.stderr
    wrong = verdict == "error" or (verdict == "verified" and truth) or \
        (verdict == "refuted" and sure and not truth and not orders)
    if wrong and options.keep:
        with open(os.path.join(options.keep, "strong_%d.ptx" % seed), "w") as kept:
            kept.write(ptx(segments))
    return seed, verdict, truth, wrong, run.stdout + run.stderr


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--heddle", required=True)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int, default=400)
    parser.add_argument("--keep")
    parser.add_argument("-j", type=int, default=os.cpu_count())
    options = parser.parse_args()
    counts, failed = {}, 0
    with ThreadPoolExecutor(options.j) as pool:
        for seed, verdict, truth, wrong, said in pool.map(
                lambda s: judge(options, s), range(options.seed, options.seed + options.count)):
            key = (verdict, "racy" if truth else "clean")
            counts[key] = counts.get(key, 0) + 1
            if wrong:
                failed += 1
                print("seed %d: %s, but %s\n%s" % (seed, verdict, key[1], said[:1500]))
    print(", ".join("%d %s %s" % (n, *key) for key, n in sorted(counts.items())))
    decided = sum(n for (verdict, _), n in counts.items() if verdict != "unknown")
    return 1 if failed or decided * 2 < options.count else 0


if __name__ == "__main__":
    sys.exit(main())

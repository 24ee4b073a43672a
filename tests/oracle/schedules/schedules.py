#!/usr/bin/env python3
"""PTX, run in random orders: what `heddle ptx` verifies must not depend on the order of threads.

    schedules.py --heddle BINARY [--count N] [--seed N] [--orders N] [-j N]

Takes the PTX of tests/golden/ptx and tests/differential, and damages instructions that synchronize or say where shared
memory is accessed. What Heddle verifies is run by an interpreter of a part of PTX, one thread at a time in random
turns: a deadlock, or a load or an end state of shared memory that differs from order to order, is a wrong verdict. Shares
no code with Heddle; kernels with other instructions are passed over. Exit code 1 for a wrong verdict.
"""
import argparse
import glob
import gzip
import os
import random
import re
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor

from machine import Bug, Machine, Unsupported, parse

HERE = os.path.dirname(os.path.abspath(__file__))
TESTS = os.path.join(HERE, "..", "..")
VERDICTS = {0: "verified", 1: "refuted", 2: "error", 3: "unknown"}


def outcome(kernel, threads, values, seed):
    machine = Machine(kernel, threads, values, random.Random(seed))
    try:
        how = machine.run()
    except Bug as bug:
        return str(bug), None
    return how, (machine.reads, sorted(machine.memory.items(), key=lambda e: e[0]))


def depends_on_order(text, threads, values, orders):
    """What goes wrong in some order, or ''."""
    kernel = parse(text)
    first = None
    for seed in range(orders):
        how, seen = outcome(kernel, threads, values, seed)
        if how == "endless":
            raise Unsupported("it runs too long")
        if how:
            return how
        if first is None:
            first = seen
        if seen[0] != first[0]:
            return "a load gets another value in another order"
        if seen[1] != first[1]:
            return "shared memory ends with other contents in another order"
    return ""


# ---- damage ----

def damaged(text, rng):
    """One kernel with one instruction or number changed, or None."""
    lines = text.split("\n")
    begin = next(i for i, line in enumerate(lines) if ".entry" in line)
    wanted = [i for i in range(begin, len(lines)) if re.search(r"\b(bar|barrier|mbarrier)\.|\.shared\.", lines[i])]
    if rng.random() < 0.25:
        wanted = [i for i in range(begin, len(lines))
                  if re.search(r"\b(setp|add|and|xor|shl|selp)\.", lines[i]) and re.search(r", *-?\d+;", lines[i])]
    if not wanted:
        return None
    i = rng.choice(wanted)
    line = lines[i]
    how = rng.choice(("drop", "twice", "number", "number", "later", "guard", "kind"))
    if how == "drop":
        lines[i] = re.sub(r"[^;:]*;", ";", line, count=1) if ":" in line else ""
    elif how == "twice":
        lines[i] = line + "\n" + re.sub(r"^[\w$]+:", "", line)
    elif how == "number":
        numbers = list(re.finditer(r"(?<=[ ,+\]])-?\d+(?=[,;\]])", line))
        if not numbers:
            return None
        spot = rng.choice(numbers)
        value = int(spot.group())
        other = rng.choice((value + 1, value - 1, value * 2, value // 2, value ^ 1, value + 32))
        lines[i] = line[:spot.start()] + str(max(other, 0)) + line[spot.end():]
    elif how == "later":
        following = next((j for j in range(i + 1, min(i + 8, len(lines))) if re.match(r"\s+[@\w]", lines[j])), None)
        if following is None or ":" in line:
            return None
        lines[i], lines[following] = lines[following], lines[i]
    elif how == "guard":
        if re.search(r"@!?%p\d+", line):
            lines[i] = re.sub(r"@(!?)(%p\d+)", lambda m: "@" + ("" if m.group(1) else "!") + m.group(2), line)
        else:
            lines[i] = re.sub(r"^(\s*(?:[\w$]+:)?\s*)", lambda m: m.group(1) + "@%p1 ", line)
    elif how == "kind":
        swaps = [("bar.sync", "bar.arrive"), ("bar.arrive", "bar.sync"), ("barrier.sync", "barrier.arrive"),
                 ("st.shared", "ld.shared"), (".arrive.expect_tx", ".arrive"), (".arrive", ".arrive_drop"),
                 ("setp.lt", "setp.le"), ("setp.ge", "setp.gt"), ("setp.ne", "setp.eq"), ("setp.eq", "setp.ne")]
        fitting = [s for s in swaps if s[0] in line]
        if not fitting:
            return None
        old, new = rng.choice(fitting)
        lines[i] = line.replace(old, new, 1)
    made = "\n".join(lines)
    return made if made != text else None


def sources():
    for path in sorted(glob.glob(os.path.join(TESTS, "golden", "ptx", "**", "*.ptx"), recursive=True)):
        with open(path) as file:
            text = file.read()
        block = re.search(r"^// flags:.*--block (\d+)\b(?!,)", text, re.M)
        yield os.path.relpath(path, TESTS), text, block
    for path in sorted(glob.glob(os.path.join(TESTS, "differential", "*", "*.ptx.gz"))):
        with gzip.open(path, "rt") as file:
            text = file.read()
        golden = glob.glob(os.path.join(TESTS, "golden", "**", os.path.basename(path)[:-7] + ".cu"), recursive=True)
        flags = open(golden[0]).read() if golden else ""
        yield os.path.relpath(path, TESTS), text, re.search(r"^// flags:.*--block (\d+)\b(?!,)", flags, re.M)


def fitting(text, block, rng):
    """(threads, values of parameters) with which the interpreter runs a kernel to its end, or None."""
    try:
        kernel = parse(text)
        threads = int(block.group(1)) if block else kernel[5]
        if not threads or threads > 160:
            return None
        values = {p: rng.randint(2, 5) for kind, p in kernel[1] if kind in ("u32", "s32", "b32")}
        fits = depends_on_order(text, threads, values, 1) in ("", "deadlock")
        return (threads, values) if fits else None
    except (Unsupported, KeyError, IndexError, TypeError, AttributeError, ValueError):
        return None


def judge(job):
    options, name, text, threads, values = job
    given = [w for p, v in values.items() for w in ("--param", "%s=%d" % (p, v))]
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "damaged.ptx")
        with open(path, "w") as file:
            file.write(text)
        command = [options.heddle, "ptx", path, "--block", str(threads), "--grid", "1", *given]
        try:
            done = subprocess.run(command, capture_output=True, text=True, timeout=120)
        except subprocess.TimeoutExpired:
            return name, "timeout", "", text
    verdict = VERDICTS.get(done.returncode, "CRASH %d" % done.returncode)
    wrong = ""
    if verdict == "verified":
        try:
            wrong = depends_on_order(text, threads, values, options.orders)
        except (Unsupported, KeyError, IndexError, TypeError, AttributeError, ValueError) as why:
            return name, "verified, not run", str(why), text
    return name, verdict, wrong, text


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--heddle", required=True)
    parser.add_argument("--count", type=int, default=300)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--orders", type=int, default=10)
    parser.add_argument("--keep", help="a folder for kernels that are judged wrongly")
    parser.add_argument("-j", type=int, default=os.cpu_count(), dest="jobs")
    options = parser.parse_args()
    rng = random.Random(options.seed)
    every, fit, jobs = list(sources()), {}, []
    while len(jobs) < options.count:
        name, text, block = rng.choice(every)
        if name not in fit:
            fit[name] = fitting(text, block, rng)
        made = damaged(text, rng) if fit[name] else None
        if made:
            jobs.append((options, name, made, *fit[name]))
    count, bad = {}, 0
    with ThreadPoolExecutor(options.jobs) as pool:
        for name, verdict, wrong, text in pool.map(judge, jobs):
            count[verdict] = count.get(verdict, 0) + 1
            if (wrong and verdict == "verified") or verdict.startswith("CRASH"):
                bad += 1
                print("WRONG: %s is %s: %s" % (name, verdict, wrong), flush=True)
                if options.keep:
                    with open(os.path.join(options.keep, "%d.ptx" % bad), "w") as file:
                        file.write(text)
    print("%d kernels, %d attacks: %s" % (len({name for _, name, *_ in jobs}), len(jobs),
                                          ", ".join("%d %s" % (n, v) for v, n in sorted(count.items()))))
    return 1 if bad or not jobs else 0


if __name__ == "__main__":
    sys.exit(main())

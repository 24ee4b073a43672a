#!/usr/bin/env python3
"""Feeds heddle with damaged golden kernels: it must end within the limit with one of its exit codes.

    fuzz.py --heddle BINARY [--count N] [--seed S] [--limit SECONDS] [--keep DIR] [-j N]

Best run against a sanitizer build. Damages: byte flips, truncations, token swaps, duplicated and
deleted lines, deep nesting, splices of two files. Inputs that fail are kept in DIR.
"""
import argparse
import glob
import os
import random
import re
import shlex
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor

GOLDEN = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "golden")


def flip_bytes(data, rng):
    data = bytearray(data)
    for _ in range(rng.randint(1, 8)):
        data[rng.randrange(len(data))] = rng.choice([rng.randrange(256), rng.choice(b"(){}[];,*&<>")])
    return bytes(data)


def truncate(data, rng):
    return data[:rng.randrange(len(data))]


def swap_tokens(data, rng):
    tokens = re.findall(rb"\w+|\s+|.", data, re.S)
    words = [i for i, t in enumerate(tokens) if not t.isspace()]
    for _ in range(rng.randint(1, 5)):
        a, b = rng.choice(words), rng.choice(words)
        tokens[a], tokens[b] = tokens[b], tokens[a]
    return b"".join(tokens)


def replace_tokens(data, rng):
    tokens = re.findall(rb"\w+|\s+|.", data, re.S)
    words = [i for i, t in enumerate(tokens) if not t.isspace()]
    new = [b"0", b"-1", b"4294967296", b"18446744073709551615", b"99999999999999999999", b"n", b"?",
           b"threadIdx.x", b"__syncthreads()", b"return", b"/", b"%", b"<<", b">>", b"&", b"*", b"1.5f"]
    for _ in range(rng.randint(1, 3)):
        tokens[rng.choice(words)] = rng.choice(new)
    return b"".join(tokens)


def edit_lines(data, rng):
    lines = data.split(b"\n")
    for _ in range(rng.randint(1, 4)):
        at = rng.randrange(len(lines))
        if rng.random() < 0.5:
            lines.insert(at, rng.choice(lines))
        elif len(lines) > 1:
            del lines[at]
    return b"\n".join(lines)


def nest(data, rng):
    depth = rng.choice([50, 500, 5000, 50000])
    opening, close = rng.choice([(b"(", b")"), (b"{", b"}"), (b"-", b""), (b"if(n)", b""), (b"[", b"]"),
                                 (b"1+", b""), (b"(int)", b""), (b"n?n:", b""), (b"for(;;)", b"")])
    at = rng.randrange(len(data))
    return data[:at] + opening * depth + b"1" + close * depth + data[at:]


DAMAGES = [flip_bytes, truncate, swap_tokens, replace_tokens, edit_lines, nest]


def inputs(options):
    rng = random.Random(options.seed)
    files = sorted(glob.glob(os.path.join(GOLDEN, "**", "*.cu"), recursive=True))
    for number in range(options.count):
        path = rng.choice(files)
        data = open(path, "rb").read()
        flags = re.search(rb"^// flags: (.*)$", data, re.M)
        flags = shlex.split(flags.group(1).decode()) if flags else []
        damage = DAMAGES[number % len(DAMAGES)]
        damaged = damage(data, rng)
        if rng.random() < 0.2 and damaged:
            damaged = rng.choice(DAMAGES[:5])(damaged, rng) if damaged else damaged
        yield number, os.path.basename(path), damage.__name__, damaged, flags, options


def attempt(job):
    number, name, damage, data, flags, options = job
    with tempfile.NamedTemporaryFile(suffix=".cu") as file:
        file.write(data)
        file.flush()
        command = [options.heddle, "check", "--format", "json", "--timeout", "1", *flags, file.name]
        try:
            run = subprocess.run(command, capture_output=True, timeout=options.limit)
            code, text = run.returncode, run.stderr
        except subprocess.TimeoutExpired:
            code, text = "timeout", b""
    bad = code not in (0, 1, 2, 3) or b"Sanitizer" in text or b"runtime error" in text
    if bad and options.keep:
        os.makedirs(options.keep, exist_ok=True)
        open(os.path.join(options.keep, "%d-%s-%s" % (number, damage, name)), "wb").write(data)
    return bad, number, name, damage, code, text


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--heddle", required=True)
    parser.add_argument("--count", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--limit", type=float, default=10)
    parser.add_argument("--keep")
    parser.add_argument("-j", type=int, default=os.cpu_count())
    options = parser.parse_args()
    failures, codes = 0, {}
    with ThreadPoolExecutor(options.j) as pool:
        for bad, number, name, damage, code, text in pool.map(attempt, inputs(options)):
            codes[code] = codes.get(code, 0) + 1
            if bad:
                failures += 1
                print("input %d (%s of %s): %s\n%s" % (number, damage, name, code,
                                                      text.decode(errors="replace")[-1500:]))
    print("seed %d: %d inputs, exit codes %s, %d failures" % (
        options.seed, options.count, ", ".join("%s: %d" % c for c in sorted(codes.items(), key=str)),
        failures))
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())

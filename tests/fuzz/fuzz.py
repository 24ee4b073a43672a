#!/usr/bin/env python3
"""Feeds heddle with damaged golden kernels: it must end within the limit with one of its exit codes.

    fuzz.py --heddle BINARY [--ptx] [--count N] [--seed S] [--limit SECONDS] [--keep DIR] [-j N]

Best run against a sanitizer build. Damages: byte flips, truncations, token swaps, duplicated and
deleted lines, deep nesting. With --ptx it is the compiled kernels that are damaged, and run. Inputs
that fail are kept in DIR.
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


PTX_TOKENS = [b"0", b"-1", b"32", b"4294967296", b"18446744073709551616", b"0f7FC00000", b"%tid.x", b"%laneid",
              b"%clock", b"bar.sync", b"bar.arrive", b"barrier.sync", b"bar.red.popc.u32", b"bra", b"brx.idx", b"call",
              b"ret", b"exit", b"ld.shared.v4.u32", b"st.shared.u8", b"ld.local.u64", b"atom.shared.cas.b32",
              b"shfl.sync.idx.b32", b"mbarrier.arrive.shared.b64", b"cp.async.ca.shared.global", b"cvt.u32.u64",
              b"add.cc.u32", b"mad.wide.s32", b"_", b"@", b"!", b"{", b"}", b"[", b"]", b"|"]


def replace_ptx_tokens(data, rng):
    tokens = re.findall(rb"[%$.\w]+|\s+|.", data, re.S)
    words = [i for i, t in enumerate(tokens) if not t.isspace()]
    for _ in range(rng.randint(1, 3)):
        tokens[rng.choice(words)] = rng.choice(PTX_TOKENS) if rng.random() < 0.6 else tokens[rng.choice(words)]
    return b"".join(tokens)


def change_numbers(data, rng):
    numbers = list(re.finditer(rb"\b\d+\b", data))
    new = [b"0", b"1", b"3", b"31", b"33", b"64", b"1000", b"4095", b"65536", b"2147483647", b"4294967295"]
    for match in sorted(rng.sample(numbers, min(len(numbers), rng.randint(1, 3))), key=lambda m: -m.start()):
        data = data[:match.start()] + rng.choice(new) + data[match.end():]
    return data


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
PTX_DAMAGES = [flip_bytes, truncate, swap_tokens, replace_ptx_tokens, edit_lines, change_numbers, edit_lines,
               replace_ptx_tokens, change_numbers, nest]


def inputs(options):
    rng = random.Random(options.seed)
    files = sorted(glob.glob(os.path.join(GOLDEN, "**", "*.ptx" if options.ptx else "*.cu"), recursive=True))
    damages = PTX_DAMAGES if options.ptx else DAMAGES
    for number in range(options.count):
        path = rng.choice(files)
        data = open(path, "rb").read()
        flags = re.search(rb"^// flags: (.*)$", data, re.M)
        flags = shlex.split(flags.group(1).decode()) if flags else []
        damage = damages[number % len(damages)]
        damaged = damage(data, rng)
        if rng.random() < 0.2 and damaged:
            damaged = rng.choice(damages[:5])(damaged, rng)
        yield number, path, damage.__name__, damaged, flags, options


def attempt(job):
    number, path, damage, data, flags, options = job
    name = os.path.basename(path)
    with tempfile.NamedTemporaryFile(suffix=os.path.splitext(name)[1]) as file:
        file.write(data)
        file.flush()
        bound = ["ptx", "--steps", "100000"] if options.ptx else ["check", "--timeout", "1"]
        if "--steps" in flags:
            bound = ["ptx"]
        command = [options.heddle, *bound, "--format", "json", *flags, file.name]
        try:
            run = subprocess.run(command, capture_output=True, timeout=options.limit, cwd=os.path.dirname(path))
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
    parser.add_argument("--heddle", required=True, type=os.path.abspath)
    parser.add_argument("--ptx", action="store_true")
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

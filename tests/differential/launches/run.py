#!/usr/bin/env python3
"""Random host programs: what Heddle takes a launch to pass against what it passes.

    run.py --heddle BINARY [--compiler g++] [--seed FIRST] [--count N] [--batch N] [-j N]

The kernel races where its number is the one that the host compiler's program passes: that must not be
`verified`. Where it races for any other number, nothing is to be `confirmed`; what is left open there
is counted. A difference fails the run and is printed with its seed.
"""
import argparse
import collections
import json
import os
import re
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor

import program

KERNEL = "__global__ void k(int* a, int n) { if (n %s %d) a[0] = threadIdx.x; }\n"


def compiled(programs, folder, compiler):
    """The numbers that the launches pass, by seed; programs that are no C++ for the compiler are left out."""
    source, binary = os.path.join(folder, "host.cpp"), os.path.join(folder, "host")
    while programs:
        text = "".join("#include %s\n" % i for i in program.INCLUDES) + "#include <cstdio>\n" + program.SHOWN + program.HIDDEN
        starts = []
        for p in programs:
            starts.append(text.count("\n") + 1)
            text += program.text(p, "std::printf(\"%d %%d\\n\", (int)(LAUNCHED));" % p.seed)
        text += "int main() { int a = 0; (void)a;\n" + "".join("ext_kept = nullptr; p%d::run(&a, 1); std::fflush(stdout);\n" % p.seed for p in programs) + "}\n"
        with open(source, "w") as f:
            f.write(text)
        build = subprocess.run([compiler, "-std=c++20", "-w", "-O0", "-fmax-errors=0", source, "-o", binary], capture_output=True, text=True)
        if build.returncode == 0:
            break
        bad = {max(i for i, s in enumerate(starts) if s <= int(line))
               for line in re.findall(r"host\.cpp:(\d+):\d+: error", build.stderr) if int(line) >= starts[0]}
        if not bad:
            raise RuntimeError(build.stderr[:2000])
        for i in bad:
            print("seed %d is no program: %s" % (programs[i].seed, re.findall(r"error: .*", build.stderr)[:1]))
        programs = [p for i, p in enumerate(programs) if i not in bad]
    if not programs:
        return {}
    run = subprocess.run([binary], capture_output=True, text=True, timeout=60)
    if run.returncode != 0:
        raise RuntimeError("the programs end with %d behind %s" % (run.returncode, run.stdout[-20:]))
    return {int(seed): int(n) for seed, n in re.findall(r"^(\d+) (-?\d+)$", run.stdout, re.M)}


def ask(heddle, path, p, relation, number):
    uses = "\n".join(p.top + p.members + p.body)
    includes = "".join("#include %s\n" % i for i in program.includes(uses))
    with open(path, "w") as f:
        f.write(includes + program.SHOWN + KERNEL % (relation, number) + program.text(p, program.LAUNCH))
    run = subprocess.run([heddle, "check", "--no-cache", "--no-hints", "--format", "json", path], capture_output=True, text=True, timeout=300)
    try:
        kernel = json.loads(run.stdout)["kernels"][0]
    except (ValueError, IndexError):
        return "error: " + (run.stderr + run.stdout)[-300:], False
    confirmed = any(f["status"] == "confirmed" and f["severity"] == "error" for f in kernel["findings"])
    return kernel["verdict"], confirmed


def judge(heddle, folder, p, number):
    path = os.path.join(folder, "p%d.cu" % p.seed)
    racy, _ = ask(heddle, path, p, "==", number)
    if racy == "verified":
        return "wrong", open(path).read()
    if racy.startswith("error"):
        return "error", racy
    clean, _ = ask(heddle, path, p, "!=", number)
    return ("known" if clean == "verified" else "open"), ""


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--heddle", required=True)
    parser.add_argument("--compiler", default="g++")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int, default=200)
    parser.add_argument("--batch", type=int, default=50)
    parser.add_argument("-j", type=int, default=2)
    options = parser.parse_args()
    totals = collections.Counter()
    failed = []
    with tempfile.TemporaryDirectory() as folder, ThreadPoolExecutor(options.j) as pool:
        for first in range(options.seed, options.seed + options.count, options.batch):
            programs = [program.generate(s) for s in range(first, min(first + options.batch, options.seed + options.count))]
            numbers = compiled(programs, folder, options.compiler)
            asked = [p for p in programs if p.seed in numbers]
            for p, (what, text) in zip(asked, pool.map(lambda p: judge(options.heddle, folder, p, numbers[p.seed]), asked)):
                totals[what] += 1
                if what in ("wrong", "error"):
                    failed.append(p.seed)
                    print("seed %d, which passes %d: %s\n%s" % (p.seed, numbers[p.seed], what, text), flush=True)
    print("%d programs: %s" % (sum(totals.values()), ", ".join("%d %s" % (n, w) for w, n in totals.most_common())))
    if failed:
        print("differ: " + " ".join(map(str, failed)))
    return 1 if failed or not totals["known"] else 0


if __name__ == "__main__":
    sys.exit(main())

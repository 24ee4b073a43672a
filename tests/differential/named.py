#!/usr/bin/env python3
"""Compares what Heddle says of the kernels in tests/golden/named with what it says of their PTX.

    named.py --heddle BINARY [-j N] [--kernels DIR] [--ptx DIR] [NAME..]
    named.py --compiled [--kernels DIR] [--ptx DIR]    only says which kernels have no PTX

Every integer parameter is fixed to 0, 1, .. 6 in turn: `heddle check --param n=N` is symbolic in
everything but that, `heddle ptx --param param_2=N` runs the compiled kernel. They must agree on the
verdict, on whether synchronization fails and, where it does not, on the pairs of source lines that
race. PTX comes from named/regenerate, compressed (NAME.ptx.gz); a kernel without is an error. named/undecided.txt lists
runs (`NAME N`) of which the source may still be unknown.

Prints one line per disagreement; exit code 1 when there is one.
"""
import argparse
import glob
import gzip
import json
import os
import re
import shlex
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor

HERE = os.path.dirname(os.path.abspath(__file__))
COUNTS = range(7)
VERDICTS = {0: "verified", 1: "refuted", 2: "error", 3: "unknown"}
# What a run of one block finds of the memory of all: the PTX path looks at shared memory alone.
SYNCHRONIZATION = {"deadlock", "count", "barrier-id", "recycling", "alignment", "lapped",
                   "leftover", "divergence"}


def flags_of(text):
    line = re.search(r"^// flags: (.*)$", text, re.M)
    return shlex.split(line.group(1)) if line else []


def parameters(text):
    """Positions and names of the kernel's integer parameters."""
    signature = re.search(r"__global__[^(]*?(?:__launch_bounds__\([^)]*\)[^(]*)?\(([^)]*)\)", text)
    found = []
    for i, parameter in enumerate(signature.group(1).split(",")):
        match = re.fullmatch(r"\s*(?:const\s+)?(?:int|unsigned|unsigned int)\s+(\w+)\s*", parameter)
        if match:
            found.append((i, match.group(1)))
    return found


def lines(finding, kernel):
    """Where its accesses stand in the kernel's file: themselves, or the calls that they were inlined at."""
    found = set()
    for access in finding["accesses"]:
        places = [access.get("source") or access, *access["inlined_at"]]
        own = [p for p in places if os.path.basename(p["file"]) == kernel]
        found.add((own or places)[0]["line"])
    return tuple(sorted(found))


def answer(command, kernel):
    run = subprocess.run(command, capture_output=True, text=True, timeout=300)
    verdict = VERDICTS.get(run.returncode, "crash %d" % run.returncode)
    if verdict == "error" or verdict.startswith("crash"):
        return {"verdict": verdict, "says": run.stderr[-300:]}
    kernels = json.loads(run.stdout)["kernels"]
    findings = [f for k in kernels for f in k["findings"] if f["severity"] == "error"]
    fails = any(f["kind"] in SYNCHRONIZATION for f in findings)
    races = sorted({lines(f, kernel) for f in findings if f["kind"] == "race"})
    result = {"verdict": verdict, "synchronization": "fails" if fails else "holds"}
    if not fails:
        result["races"] = races
    if verdict == "unknown":
        result["says"] = "; ".join(u["reason"] for k in kernels for u in k["unknowns"])
    return result


def compare(job):
    options, name, source, ptx, count = job
    with open(source) as file:
        text = file.read()
    flags = flags_of(text)
    fixed = parameters(text)
    if "gridDim" in text and "--grid" not in flags:
        flags += ["--grid", "2"]
    check = [options.heddle, "check", "--format", "json", *flags]
    check += [a for _, p in fixed for a in ("--param", "%s=%d" % (p, count))] + [source]
    run = [options.heddle, "ptx", "--format", "json"]
    for size in ("--block", "--grid"):
        if size in flags:
            run += [size, flags[flags.index(size) + 1]]
    run += [a for i, _ in fixed for a in ("--param", "param_%d=%d" % (i, count))] + [ptx]
    kernel = os.path.basename(source)
    return name, count, answer(check, kernel), answer(run, kernel)


def unpacked(folder, name, to):
    """The PTX of a kernel, as a file in the folder `to`."""
    out = os.path.join(to, name + ".ptx")
    packed = os.path.join(folder, name + ".ptx.gz")
    if os.path.exists(packed):
        with gzip.open(packed) as text, open(out, "wb") as file:
            file.write(text.read())
    return out


def jobs(options, folder):
    for source in sorted(glob.glob(os.path.join(options.kernels, "*.cu"))):
        name = os.path.splitext(os.path.basename(source))[0]
        if options.names and name not in options.names:
            continue
        ptx = unpacked(options.ptx, name, folder)
        with open(source) as file:
            counts = COUNTS if parameters(file.read()) else [0]
        for count in counts:
            yield options, name, source, ptx, count


def without_ptx(options):
    sources = {os.path.basename(path)[:-len(".cu")] for path in glob.glob(os.path.join(options.kernels, "*.cu"))}
    compiled = {os.path.basename(path)[:-len(".ptx.gz")] for path in glob.glob(os.path.join(options.ptx, "*.ptx.gz"))}
    return sorted(sources - compiled)


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--heddle")
    parser.add_argument("--compiled", action="store_true")
    parser.add_argument("-j", type=int, default=2, dest="jobs")
    parser.add_argument("--kernels", default=os.path.join(HERE, "..", "golden", "named"))
    parser.add_argument("--ptx", default=os.path.join(HERE, "named"))
    parser.add_argument("names", nargs="*")
    options = parser.parse_args()
    if options.compiled:
        missing = without_ptx(options)
        for name in missing:
            print("%s has no PTX in %s; 'regenerate' there makes it" % (name, options.ptx))
        return 1 if missing else 0
    if not options.heddle:
        parser.error("--heddle is needed")
    with open(os.path.join(HERE, "named", "undecided.txt")) as file:
        undecided = {tuple(line.split()) for line in file if line.strip() and line[0] != "#"}
    bad = total = 0
    with ThreadPoolExecutor(options.jobs) as pool, tempfile.TemporaryDirectory() as folder:
        for name, count, check, ptx in pool.map(compare, jobs(options, folder)):
            total += 1
            listed = (name, str(count)) in undecided
            if listed and check["verdict"] != "unknown":
                print("%s with %d is decided: named/undecided.txt need not list it" % (name, count))
            if check != ptx and not (listed and check["verdict"] == "unknown"):
                bad += 1
                print("%s with %d: source %s, ptx %s" % (name, count, check, ptx))
    print("%d runs, %d disagreements" % (total, bad))
    return 1 if bad or not total else 0


if __name__ == "__main__":
    sys.exit(main())

#!/usr/bin/env python3
"""Compares Heddle with the emulator on random kernels (generate.py).

    run.py --heddle BINARY [--seed FIRST] [--count N] [--keep DIR] [-j N]

A kernel that Heddle calls verified and in which the emulator finds a race or divergence is a wrong
verdict: the run fails, and the kernel is kept in DIR. The other way round proves nothing (the
emulator tries few launches), but --doubts prints those: confirmed findings that it did not see.
"""
import argparse
import collections
import json
import os
import resource
import signal
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, "..", "emulator"))
import emulate  # noqa: E402
import generate  # noqa: E402


def limit_cpu():
    """CPU seconds, not wall clock: a busy machine must not change the answer."""
    resource.setrlimit(resource.RLIMIT_CPU, (60, 60))


def heddle(binary, text):
    with tempfile.NamedTemporaryFile("w", suffix=".cu") as file:
        file.write(text)
        file.flush()
        try:
            run = subprocess.run([binary, "check", "--format", "json", file.name],
                                 capture_output=True, text=True, timeout=600, preexec_fn=limit_cpu)
        except subprocess.TimeoutExpired:
            return "timeout", []
    if run.returncode in (-signal.SIGXCPU, -signal.SIGKILL):
        return "timeout", []
    names = {0: "verified", 1: "refuted", 2: "error", 3: "unknown"}
    verdict = names.get(run.returncode, "crash %d" % run.returncode)
    kernels = json.loads(run.stdout)["kernels"] if verdict in ("refuted", "unknown") else []
    details = [f["kind"] + " " + f["status"] for k in kernels for f in k["findings"]
               if f["severity"] == "error"]
    details += ["unknown: " + u["reason"] for k in kernels for u in k["unknowns"]]
    return verdict, details


def compare(job):
    options, seed = job
    text = generate.kernel(seed)
    verdict, details = heddle(options.heddle, text)
    emulated = ("", "")
    confirmed = any(d.endswith("confirmed") for d in details)
    if verdict == "verified" or (options.doubts and confirmed):
        emulated = emulate.emulate(text, [], runs=options.runs, seconds=2)
    return seed, text, verdict, details, emulated


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--heddle", required=True)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int, default=100)
    parser.add_argument("--runs", type=int, default=150)
    parser.add_argument("--keep")
    parser.add_argument("--doubts", action="store_true")
    parser.add_argument("-j", type=int, default=os.cpu_count())
    options = parser.parse_args()
    options.heddle = os.path.abspath(options.heddle)
    emulate.build_runtime()
    counts, reasons, failures = collections.Counter(), collections.Counter(), 0
    seeds = range(options.seed, options.seed + options.count)
    with ThreadPoolExecutor(options.j) as pool:
        for seed, text, verdict, details, emulated in pool.map(compare,
                                                                [(options, s) for s in seeds]):
            counts[verdict] += 1
            reasons.update(d for d in details if d.startswith("unknown"))
            found = emulated[0] in ("race", "divergence")
            wrong = verdict == "verified" and found or verdict in ("error", "timeout") or \
                verdict.startswith("crash")
            if wrong:
                failures += 1
                print("seed %d: heddle says %s, but %s\n%s" % (seed, verdict, emulated[1], text))
                if options.keep:
                    os.makedirs(options.keep, exist_ok=True)
                    open(os.path.join(options.keep, "%d.cu" % seed), "w").write(text)
            elif verdict == "refuted" and emulated[0] == "clean":
                print("doubt: seed %d: %s; emulator: %s" % (seed, details, emulated[1]))
    print("seeds %d..%d: %s; %d wrong" % (seeds.start, seeds.stop - 1,
                                          ", ".join("%d %s" % (n, v) for v, n in counts.items()), failures))
    for reason, n in reasons.most_common(12):
        print("%4d %s" % (n, reason))
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())

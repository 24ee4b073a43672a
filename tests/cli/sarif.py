#!/usr/bin/env python3
"""SARIF reports of runs of all kinds, by the model that Debian has of the schema (sarif_model.py), and by the
SARIF SDK's own validator (npm: @microsoft/sarif-multitool) where it is on PATH.

Exits with 77, which CTest takes for skipped, where there is neither."""

import argparse
import copy
import glob
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile

sys.path.append("/usr/lib/python3/dist-packages")  # of Debian's Python, where another one is first on PATH
try:
    import sarif_model
except ImportError:  # python3-sarif-python-om is not installed
    sarif_model = None

REPOSITORY = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))


def report(heddle, path, *arguments):
    done = subprocess.run([heddle, "check", *arguments, "--format", "sarif"], capture_output=True, text=True,
                          cwd=REPOSITORY, timeout=300)
    with open(path, "w", encoding="utf-8") as file:
        file.write(done.stdout)


def reports(heddle, folder):
    def path(name):
        return os.path.join(folder, name + ".sarif")

    report(heddle, path("examples"), "examples")
    baseline = os.path.join(folder, "baseline.json")
    done = subprocess.run([heddle, "check", "examples/scan.cu", "--format", "json"], capture_output=True, text=True,
                          cwd=REPOSITORY, timeout=300)
    with open(baseline, "w", encoding="utf-8") as file:
        file.write(done.stdout)
    report(heddle, path("baseline"), "examples", "--baseline", baseline)
    report(heddle, path("missing"), "examples/transpose.cu", "gone.cu")
    report(heddle, path("cut"), "examples", "--time-limit", "0.01")
    allowed = os.path.join(folder, "allowed.cu")
    with open(allowed, "w", encoding="utf-8") as file:
        file.write("__global__ void k(int* a) { a[0] = threadIdx.x; } // heddle: allow race -- any\n")
    report(heddle, path("allowed"), allowed)
    report(heddle, path("preconditions"), "tests/golden/requires", "--infer-requires", "--timeout", "1")
    golden = os.path.join(REPOSITORY, "tests", "golden")
    for name in sorted(os.listdir(golden)):
        kernels = sorted(glob.glob(os.path.join(golden, name, "**", "*.cu"), recursive=True))
        if kernels:
            report(heddle, path(name), "--timeout", "1", *kernels[:3])


def read(path):
    with open(path, encoding="utf-8") as file:
        return json.load(file)


def by_multitool(program):
    def errors(paths):
        done = subprocess.run([program, "validate", *paths], capture_output=True, text=True, timeout=300)
        if done.returncode:
            sys.exit(f"{program}: {done.returncode}\n{done.stdout}{done.stderr}")
        return [line for line in done.stdout.splitlines() if re.search(r": error \w+", line)]
    return errors


def by_model(paths):
    return [f"{path}: {error}" for path in paths for error in sarif_model.errors(read(path))]


def spoiled(log):
    """Reports that no validator may let pass: (what is wrong, report)"""
    def change(what, edit):
        other = copy.deepcopy(log)
        edit(other["runs"][0]["results"][0])
        return what, other
    yield change("a wrong index", lambda result: result.update(ruleIndex=99))
    yield change("a level that there is not", lambda result: result.update(level="fatal"))
    yield change("no message", lambda result: result.pop("message"))
    yield change("a property that there is not", lambda result: result.update(lines=[1]))


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--heddle", required=True)
    heddle = parser.parse_args().heddle
    program = shutil.which("sarif-multitool")
    validators = [by_model] * bool(sarif_model) + [by_multitool(program)] * bool(program)
    if not validators:
        sys.exit(77)
    with tempfile.TemporaryDirectory() as folder:
        reports(heddle, folder)
        written = sorted(glob.glob(os.path.join(folder, "*.sarif")))
        broken = os.path.join(folder, "broken.sarif")
        for errors in validators:
            found = errors(written)
            if found:
                sys.exit("\n".join(found[:20]))
            # It refuses something, and the reports hold something.
            for what, log in spoiled(read(written[0])):
                with open(broken, "w", encoding="utf-8") as file:
                    json.dump(log, file)
                if not errors([broken]):
                    sys.exit(what + " was not found")
        print(f"{len(written)} reports, {len(validators)} validators")


if __name__ == "__main__":
    main()

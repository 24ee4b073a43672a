#!/usr/bin/env python3
"""SARIF reports of runs of all kinds, by the SARIF SDK's own validator (npm: @microsoft/sarif-multitool).

Exits with 77, which CTest takes for skipped, where sarif-multitool is not on PATH."""

import argparse
import glob
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile

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
    golden = os.path.join(REPOSITORY, "tests", "golden")
    for name in sorted(os.listdir(golden)):
        kernels = sorted(glob.glob(os.path.join(golden, name, "**", "*.cu"), recursive=True))
        if kernels:
            report(heddle, path(name), "--timeout", "1", *kernels[:3])


def errors(validator, *paths):
    done = subprocess.run([validator, "validate", *paths], capture_output=True, text=True, timeout=300)
    if done.returncode:
        sys.exit(f"{validator}: {done.returncode}\n{done.stdout}{done.stderr}")
    return [line for line in done.stdout.splitlines() if re.search(r": error \w+", line)]


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--heddle", required=True)
    heddle = parser.parse_args().heddle
    validator = shutil.which("sarif-multitool")
    if not validator:
        sys.exit(77)
    with tempfile.TemporaryDirectory() as folder:
        reports(heddle, folder)
        written = sorted(glob.glob(os.path.join(folder, "*.sarif")))
        found = errors(validator, *written)
        if found:
            sys.exit("\n".join(found[:20]))
        # The validator refuses something, and the reports hold something.
        with open(written[0], encoding="utf-8") as file:
            broken = json.load(file)
        broken["runs"][0]["results"][0]["ruleIndex"] = 99
        path = os.path.join(folder, "broken.sarif")
        with open(path, "w", encoding="utf-8") as file:
            json.dump(broken, file)
        if not errors(validator, path):
            sys.exit("a wrong index was not found")
        print(f"{len(written)} reports")


if __name__ == "__main__":
    main()

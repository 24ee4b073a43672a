#!/usr/bin/env python3
"""Reports of golden kernels of every folder, and of runs of all kinds, against docs/report.schema.json.

Exits with 77, which CTest takes for skipped, where python3-jsonschema is not installed."""

import argparse
import glob
import json
import os
import subprocess
import sys
import tempfile

REPOSITORY = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))


def report(heddle, *arguments):
    command = [heddle, *arguments, "--format", "json"]
    return json.loads(subprocess.run(command, capture_output=True, text=True, cwd=REPOSITORY, timeout=300).stdout)


def reports(heddle):
    golden = os.path.join("tests", "golden")
    for folder in sorted(os.listdir(os.path.join(REPOSITORY, golden))):
        kernels = sorted(glob.glob(os.path.join(REPOSITORY, golden, folder, "**", "*.cu"), recursive=True))
        if kernels:
            yield folder, report(heddle, "check", "--timeout", "1", *kernels[:3])
    yield "shard", report(heddle, "check", "examples", "--shard", "1/2")
    yield "missing", report(heddle, "check", "examples/transpose.cu", "gone.cu")
    yield "cut short", report(heddle, "check", "examples", "--time-limit", "0.01")
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "allowed.cu")
        with open(path, "w", encoding="utf-8") as file:
            file.write("__global__ void k(int* a) { a[0] = threadIdx.x; } // heddle: allow race -- any\n")
        allowed = report(heddle, "check", path)
        assert allowed["suppressions"][0]["used"] and allowed["kernels"][0]["findings"][0]["suppressed"] == "any"
        yield "suppression", allowed
    under = report(heddle, "check", "tests/golden/requires/stride_not_zero.cu", "--infer-requires", "--block", "64")
    assert under["kernels"][0]["precondition"]["without"][0]["status"] == "confirmed"
    yield "precondition", under


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--heddle", required=True)
    heddle = parser.parse_args().heddle
    try:
        import jsonschema
    except ImportError:
        sys.exit(77)
    with open(os.path.join(REPOSITORY, "docs", "report.schema.json"), encoding="utf-8") as file:
        schema = json.load(file)
    jsonschema.Draft202012Validator.check_schema(schema)
    validator = jsonschema.Draft202012Validator(schema)
    kernels = findings = 0
    for name, one in reports(heddle):
        for error in validator.iter_errors(one):
            sys.exit(f"{name}: {list(error.absolute_path)}: {error.message[:300]}")
        kernels += len(one["kernels"])
        findings += sum(len(k["findings"]) for k in one["kernels"])
    # the schema refuses something, and the reports hold something
    broken = report(heddle, "check", "examples/transpose.cu")
    broken["kernels"][0]["verdict"] = "perhaps"
    if validator.is_valid(broken) or kernels < 20 or findings < 10:
        sys.exit(f"nothing is tested: {kernels} kernels, {findings} findings")


if __name__ == "__main__":
    main()

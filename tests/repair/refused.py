#!/usr/bin/env python3
"""No barrier helps where `heddle repair` says so.

    tests/repair/refused.py --heddle build/bin/heddle [--only field] [--reason TEXT] [--sample N]

Repairs the refuted golden kernels. Of those that are refused, for a reason that contains TEXT, each
variant with one `__syncthreads();` more is checked, at every line that ends a statement or opens or
closes a block: when one is verified the refusal was wrong, or its reason. Exits with 1 then.
"""

import argparse
import json
import os
import random
import subprocess
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
sys.path.insert(0, os.path.join(ROOT, "benchmarks"))
from repair import kernels  # noqa: E402  (benchmarks/repair.py)

LIMIT = 10  # seconds for a repair, and for a check


def run(command, folder, text=None):
    try:
        done = subprocess.run(command, cwd=folder, input=text, capture_output=True,
                              timeout=6 * LIMIT)
    except subprocess.TimeoutExpired:
        return None, b""
    return done.returncode, done.stdout


def refusal(heddle, path, flags):
    """Why `heddle repair` refuses; empty: it does not."""
    code, out = run([heddle, "repair", "--json", "--limit", str(LIMIT), "-j", "1", path] + flags,
                    os.path.dirname(path))
    if code != 1:
        return ""
    groups = json.loads(out)["groups"]
    return "; ".join(r for g in groups if g["outcome"] == "helpless" for r in g["reasons"])


def places(lines):
    """Lines behind which a statement may stand, inside functions as far as the indentation tells."""
    for number, line in enumerate(lines):
        text = line.split("//")[0].split("/*")[0].rstrip()
        if line.startswith((" ", "\t")) and text.endswith((";", "{", "}")) or \
                (not line.startswith((" ", "\t")) and text.endswith("{")):
            yield number + 1


def helped_by(heddle, path, flags):
    """The first line behind which a barrier makes the kernels of the file right; None: no line. A fence that comes
    late is no more than tolerated."""
    with open(path, encoding="utf-8", errors="replace") as file:
        lines = file.read().split("\n")
    for at in places(lines):
        text = "\n".join(lines[:at] + ["__syncthreads();"] + lines[at:])
        code, _ = run([heddle, "check", "--no-hints", "--strict-proxy", "--timeout", "2", "-j", "1", "-"] + flags,
                      os.path.dirname(path), text.encode())
        if code == 0:
            return at
    return None


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--heddle", required=True)
    parser.add_argument("--only", default="", help="part of the path")
    parser.add_argument("--reason", default="", help="part of the reason")
    parser.add_argument("--sample", type=int, default=0, help="that many files, chosen by --seed")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    heddle = os.path.abspath(options.heddle)
    cases = [c for c in kernels("refuted") if options.only in c[0]]
    if options.sample:
        cases = random.Random(options.seed).sample(cases, min(options.sample, len(cases)))
    refused = wrong = 0
    for path, flags in cases:
        reason = refusal(heddle, path, flags)
        if not reason or options.reason not in reason:
            continue
        refused += 1
        at = helped_by(heddle, path, flags)
        if at is not None:
            wrong += 1
            print(f"{os.path.relpath(path, ROOT)}: a barrier behind line {at} helps, but: {reason}",
                  flush=True)
    print(f"{refused} refused of {len(cases)}, {wrong} wrong")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())

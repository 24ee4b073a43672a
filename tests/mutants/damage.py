#!/usr/bin/env python3
"""Attacks what is not understood: racy golden kernels with damage that a front end could overlook.

    damage.py --heddle BINARY [--sample N] [--seconds S] [-j N] [FILE.cu...]

Kinds of damage, each at each place in turn:
  unparsable   a declaration begins with tokens that no declaration has
  unresolved   a type becomes a name that nothing declares
  attribute    a declaration gets an attribute that nobody knows
  pragma       a line gets a pragma before it that nobody knows
  constant     a number becomes what a constant function computes that does not compile
A file that is refuted as it stands must never be verified then: what was damaged is unknown, or the
finding is there all the same. Only with the assumption printed that the host does what is understood
of it may it be verified, if the damage is the host's: no device code is verified for it once launches
are ignored.
"""
import argparse
import glob
import hashlib
import json
import os
import re
import shlex
import subprocess
import sys
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor

from mutate import blank

HOST_DOUBT = "assuming host code launches kernels as what is understood of it says"
HERE = os.path.dirname(os.path.abspath(__file__))
GOLDEN = os.path.join(HERE, "..", "golden")
WORDS = r"\b(?:void|bool|char|short|int|long|unsigned|float|double|size_t|auto|[A-Z]\w*)\b"
HEADS = {"template", "struct", "class", "union", "enum", "using", "typedef", "static", "extern",
         "constexpr", "const", "inline", "void", "bool", "char", "int", "long", "unsigned", "float",
         "double", "auto", "size_t", "__global__", "__device__", "__shared__", "__constant__",
         "__managed__", "__host__", "__forceinline__"}


def header(text, key):
    match = re.search(r"^// %s: (.*)$" % key, text, re.M)
    return match.group(1).strip() if match else ""


def declarations(code):
    """Where declarations begin: behind `;`, `{`, `}`, or at the start of a line."""
    for match in re.finditer(r"(?:^|(?<=[;{}]))\s*(\w+)", code, re.M):
        if match.group(1) in HEADS and not inside(code, match.start(1)):
            yield match.start(1)


def inside(code, at):
    """Within parentheses?"""
    before = code[:at]
    return before.count("(") != before.count(")")


CONSTANT = "__host__ __device__ constexpr int damaged_constant() { int n = %d; n = %s + Unresolved; return n; }\n"


def damaged(text):
    code = blank(text)
    for match in re.finditer(r"(?<![\w.])\d+(?![\w.])", code):
        if code[code.rfind("\n", 0, match.start()) + 1:].lstrip().startswith("#"):
            continue
        without = 0 if int(match[0]) != 0 else 1  # what is left of it where the error is overlooked
        yield "constant", match.start(), (CONSTANT % (without, match[0]) + text[:match.start()]
                                          + "damaged_constant()" + text[match.end():])
    for at in declarations(code):
        yield "unparsable", at, text[:at] + "? . " + text[at:]
        yield "attribute", at, text[:at] + "[[frobnicate(7)]] " + text[at:]
    for match in re.finditer(WORDS, code):
        yield "unresolved", match.start(), text[:match.start()] + "Unresolved" + text[match.end():]
    for match in re.finditer(r"^(?=[ \t]*[^\s#])", code, re.M):
        if not code[:match.start()].endswith("\\\n"):
            at = match.start()
            yield "pragma", at, text[:at] + "#pragma frobnicate\n" + text[at:]


def chosen(name, kind, at, one_in):
    digest = hashlib.sha256(f"{name} {kind} {at}".encode()).digest()
    return int.from_bytes(digest[:4], "big") % one_in == 0


def verdict(heddle, folder, text, flags):
    """The exit code (0 is `verified`), and whether the host is doubted. The file lies beside the
    original: it includes what that does."""
    file = tempfile.NamedTemporaryFile("w", dir=folder, prefix=".damaged_", suffix=".cu", delete=False)
    try:
        file.write(text)
        file.close()
        run = subprocess.run([heddle, "check", "--timeout", "2", *flags, os.path.basename(file.name)],
                             cwd=folder, capture_output=True, text=True, timeout=60)
        return run.returncode, HOST_DOUBT in run.stdout
    except subprocess.TimeoutExpired:
        return None, False
    finally:
        os.unlink(file.name)


def main():
    arguments = argparse.ArgumentParser()
    arguments.add_argument("--heddle", required=True)
    arguments.add_argument("--sample", type=int, default=1)
    arguments.add_argument("--seconds", type=float, default=0, help="stop after this time")
    arguments.add_argument("-j", type=int, default=os.cpu_count())
    arguments.add_argument("files", nargs="*")
    options = arguments.parse_args()
    files = options.files or sorted(glob.glob(GOLDEN + "/**/*.cu", recursive=True))
    began, jobs = time.time(), []
    for path in files:
        text = open(path, errors="replace").read()
        if header(text, "expect") != "refuted":
            continue
        name = os.path.relpath(path, GOLDEN)
        flags = shlex.split(header(text, "flags"))
        for kind, at, mutant in damaged(text):
            if options.sample == 1 or chosen(name, kind, at, options.sample):
                jobs.append((path, name, kind, text.count("\n", 0, at) + 1, mutant, flags))
    jobs.sort(key=lambda job: hashlib.sha256(repr(job[1:4]).encode()).digest())

    def judge(job):
        path, name, kind, line, mutant, flags = job
        if options.seconds and time.time() - began > options.seconds:
            return None
        heddle, folder = os.path.abspath(options.heddle), os.path.dirname(path)
        code, doubted = verdict(heddle, folder, mutant, flags)
        if code == 0 and doubted:
            alone = [*flags, "--launches", "ignore"]
            whole = open(path, errors="replace").read()
            if verdict(heddle, folder, mutant, alone)[0] != 0 or verdict(heddle, folder, whole, alone)[0] != 1:
                return 0
        if code == 0 or code is not None and code not in (1, 2, 3):
            print(f"{name}:{line}: {kind}: {'verified' if code == 0 else f'exit code {code}'}", flush=True)
            return 1
        return 0

    with ThreadPoolExecutor(options.j) as pool:
        results = [r for r in pool.map(judge, jobs) if r is not None]
    print(f"{len(results)} of {len(jobs)} damaged files, {sum(results)} wrong")
    sys.exit(1 if sum(results) else 0)


if __name__ == "__main__":
    main()

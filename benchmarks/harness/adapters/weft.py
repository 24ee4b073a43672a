"""WEFT (lightsighter/Weft): runs one block of a compiled kernel. It answers in sentences; its exit
code is not 0 only for wrong use of barriers. It compares no values, so equal writes are races, and
what it cannot evaluate it leaves out: its `verified` speaks of the rest."""

import os
import re

from ..answer import Answer
from . import common

NAME = PROGRAM = "weft"
THREADS = "2"  # of its pool
ERRORS = {"1": ("input-error", ""), "2": ("input-error", ""), "3": ("input-error", ""), "4": ("input-error", ""),
          "5": ("refuted", "count"), "6": ("refuted", "count"), "8": ("refuted", "deadlock"),
          "9": ("refuted", "recycling"), "10": ("input-error", ""),
          # a generation that may consist of arrivals alone is refused, right or wrong
          "7": ("unknown", "")}


def unfit(file):
    if not file["path"].endswith(".ptx"):
        return "reads compiled kernels"
    if file.get("params"):
        return "parameters are no options of it"
    return common.unfit(file, NAME)


def version(program):
    return common.digest(program)


def as_it_was(text):
    """The PTX in the form of the compilers that WEFT was written for: `.file` with a time and a size,
    `.loc` without what was inlined, shuffles without a mask."""
    text = re.sub(r'^(\s*\.file\s+\d+ "[^"]*")[ \t]*$', r"\1, 0, 0", text, flags=re.MULTILINE)
    text = re.sub(r"\bshfl\.sync(\.\w+\.b32\s[^;\n]*),[^,;\n]+;", r"shfl\1;", text)
    return re.sub(r"^(\s*\.loc[^,\n]*),.*$", r"\1", text, flags=re.MULTILINE)


def command(program, file, path, folder, root):
    with open(path, encoding="utf-8", errors="replace") as source:
        text = as_it_was(source.read())
    copy = os.path.join(folder, os.path.basename(path))
    with open(copy, "w", encoding="utf-8") as target:
        target.write(text)
    result = [program, "-t", THREADS]
    for key, letter in (("block", "-n"), ("grid", "-g"), ("cta", "-b")):
        if file.get(key):
            result += [letter, file[key].replace(",", "x")]
    return result + (["-s"] if file.get("warp_sync") else []) + common.options(file, NAME) + [copy]


def read(run, file):
    if run.code is None:
        return Answer("TIMEOUT")
    error = re.search(r"^WEFT ERROR (\d+): (.*)$", run.output, re.MULTILINE)
    if error and error.group(1) in ERRORS:
        verdict, kind = ERRORS[error.group(1)]
        return Answer(verdict, [kind] if kind else [], note="" if kind else error.group(2))
    if "RACES DETECTED IN KERNEL" in run.output:
        stem = os.path.splitext(os.path.basename(file["path"]))[0]
        lines = re.findall(r"on line (\d+) of (\S+)|line (\d+) of (\S+)", run.output)
        own = {int(a or c) for a, b, c, d in lines if os.path.splitext((b or d).strip('"'))[0] == stem}
        return Answer("refuted", ["race"], sorted(own))
    if run.code == 0 and "No races detected in kernel" in run.output:
        return Answer("verified")
    return Answer("CRASH", note=common.last_line(run.output))

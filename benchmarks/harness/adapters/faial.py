"""Faial, `faial-drf --json`. Unlike its neighbours this adapter has not been tried against the
program: it reads the form that is known of the JSON, a list `kernels` whose entries have `status`
"drf", "racy" or "unknown", and takes every other form as not understood. Sizes, macros and
assumptions have to be given in its own words (`options` of the manifest)."""

import json

from ..answer import Answer
from . import common

NAME, PROGRAM = "faial", "faial-drf"


def unfit(file):
    if not file["path"].endswith(".cu"):
        return "reads CUDA sources"
    own = ("block", "grid", "defines", "includes", "assume", "params", "warp_sync", "kernel")
    if NAME not in file.get("options", {}) and any(file.get(key) for key in own):
        return "sizes and assumptions are not handed on"
    return common.unfit(file, NAME)


def version(program):
    return common.digest(program)


def command(program, file, path, folder, root):
    return [program, "--json", *common.options(file, NAME), path]


def statuses(text):
    """Of each kernel, or None when the answer is of another form."""
    try:
        kernels = json.loads(text[text.index("{"):])["kernels"]
        return [kernel["status"] for kernel in kernels] or None
    except (ValueError, KeyError, TypeError):
        return None


def read(run, file):
    if run.code is None:
        return Answer("TIMEOUT")
    found = statuses(run.output)
    if found is None or not set(found) <= {"drf", "racy", "unknown"}:
        return Answer("unknown", note="answer not understood: " + common.last_line(run.output))
    if "racy" in found:
        return Answer("refuted", ["race"])
    return Answer("unknown" if "unknown" in found else "verified")

"""Heddle: `heddle check` for CUDA, `heddle ptx` for compiled kernels; its JSON is docs/json.md."""

import json
import math
import os

from ..answer import Answer
from . import common

NAME = PROGRAM = "heddle"
MOST_THREADS = 1024  # of a block on any GPU; other tools' tests have more
VERDICTS = {0: "verified", 1: "refuted", 2: "input-error", 3: "unknown"}


def unfit(file):
    return common.unfit(file, NAME)


def version(program):
    return common.first_line([program, "--version"])


def threads(block):
    return math.prod(int(extent) for extent in block.split(",")) if block != "symbolic" else 0


def command(program, file, path, folder, root):
    compiled = path.endswith(".ptx")
    result = [program, "ptx" if compiled else "check", path, "--format", "json"]
    for key in ("kernel", "block", "grid") + (("cta",) if compiled else ()):
        if file.get(key):
            large = key == "block" and not compiled and threads(file[key]) > MOST_THREADS
            result += ["--large-block" if large else f"--{key}", file[key]]
    if file.get("warp_sync"):
        result.append("--warp-sync" if compiled else f"--warp-sync={file['warp_sync']}")
    for name, value in file.get("params", {}).items():
        result += ["--param", f"{name}={value}"]
    for condition in file.get("assume", []):
        result += ["--assume", condition]
    return result + ([] if compiled else common.preprocessor(file, root)) + common.options(file, NAME)


def parse(text):
    """The JSON object that was printed; what else is there comes before it."""
    start = text.find("{\n")
    try:
        return json.loads(text[start:]) if start >= 0 else {}
    except ValueError:
        return {}


def findings(result, severity="error"):
    return [f for kernel in result.get("kernels", []) for f in kernel["findings"]
            if f["severity"] == severity]


def counts(file, finding):
    """The suite asks about findings of this sort."""
    if file.get("only_divergence") and finding["kind"] in ("race", "same-value-write"):
        return False
    return not (file.get("only_intra_group") and finding.get("scope") == "grid")


def first_reason(result, text):
    """Why a file is not decided, in one line."""
    for kernel in result.get("kernels", []):
        for unknown in kernel["unknowns"]:
            return f"{unknown['line']}:{unknown['column']}: {unknown['reason']}"
    for error in result.get("errors", []):
        return f"{error['line']}:{error['column']}: {error['message']}"
    return common.last_line(text)


def verdict_of(run, file, result):
    if run.code is None:
        return "TIMEOUT"
    verdict = VERDICTS.get(run.code, "CRASH")
    # a wrong option ends with a message and code 2, without JSON
    if "internal error" in run.output or not result and verdict != "input-error":
        return "CRASH"
    errors = findings(result)
    if verdict == "refuted" and errors and not any(counts(file, f) for f in errors):
        undecided = any(kernel["unknowns"] for kernel in result["kernels"])
        return "unknown" if undecided else "verified"
    return verdict


def lines_of(run_path, found):
    """Of the file itself, or for compiled code of its source."""
    places = [access.get("source", access) for finding in found for access in finding["accesses"]]
    base = os.path.splitext(os.path.basename(run_path))[0]
    return sorted({p["line"] for p in places
                   if os.path.splitext(os.path.basename(p.get("file", base)))[0] == base and p["line"]})


def read(run, file):
    result = parse(run.output)
    verdict = verdict_of(run, file, result)
    errors = [f for f in findings(result) if counts(file, f)] if verdict == "refuted" else []
    answer = Answer(verdict, sorted({f["kind"] for f in errors}), lines_of(file["path"], errors),
                    any(f["status"] == "confirmed" for f in errors))
    if any(f["kind"] == "same-value-write" for f in findings(result, "warning")):
        answer.tolerated = "same-value-write warning"
    if verdict in ("unknown", "input-error", "CRASH"):
        answer.note = first_reason(result, run.output)
    return answer

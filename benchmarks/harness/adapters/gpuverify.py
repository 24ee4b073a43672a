"""GPUVerify's driver, `gpuverify`: its exit codes and messages are those of GPUVerify.py,
GPUVerifyScript/error_codes.py and GPUVerifyLib/GPUVerifyErrorReporter.cs of mc-imperial/gpuverify."""

import re

from ..answer import Answer
from . import common

NAME = PROGRAM = "gpuverify"
CODES = {1: ("input-error", "COMMAND_LINE_ERROR"), 2: ("input-error", "CLANG_ERROR"),
         3: ("input-error", "OPT_ERROR"), 4: ("unknown", "BUGLE_ERROR"),
         5: ("CRASH", "GPUVERIFYVCGEN_ERROR"), 7: ("TIMEOUT", "TIMEOUT"), 9: ("CRASH", "CONFIGURATION_ERROR"),
         11: ("CRASH", "BOOGIE_INTERNAL_ERROR"), 12: ("unknown", "BOOGIE_OTHER_ERROR")}
NAMES = {"SUCCESS": 0, "NOT_ALL_VERIFIED": 6, **{name: code for code, (_, name) in CODES.items()}}
MESSAGES = [(r"possible \S+ race|(write-write|read-write|write-read|atomic\S*) race", "race"),
            (r"barrier may be reached by non-uniform control flow|barrier divergence", "divergence"),
            (r"null pointer", "null-pointer"), (r"out-of-bounds", "array-bounds"),
            (r"invariant", "invariant"),
            (r"this assertion might not hold|(pre|post)condition\b.* might not hold|^assertion", "assertion")]
PLACE = re.compile(r"([^\s/\\:]+):(\d+):\d+:")


def kinds(text):
    """Kinds of findings that messages tell of, in Heddle's words."""
    return sorted({kind for pattern, kind in MESSAGES if re.search(pattern, text, re.MULTILINE)})


def unfit(file):
    if not file["path"].endswith(".cu"):
        return "reads CUDA sources"
    if NAME in file.get("options", {}):
        return ""
    if not (file.get("block") and file.get("grid")):
        return "needs the sizes of block and grid"
    if file.get("assume") or file.get("params"):
        return "assumptions are no options of it"
    return common.unfit(file, NAME)


def version(program):
    return common.first_line([program, "--version"])


def command(program, file, path, folder, root):
    given = common.options(file, NAME)
    if NAME not in file.get("options", {}):
        given = [f"--blockDim=[{file['block']}]", f"--gridDim=[{file['grid']}]"]
        given += [f"--warp-sync={file['warp_sync']}"] if file.get("warp_sync") else []
        given += [f"--{key.replace('_', '-')}" for key in ("only_divergence", "only_intra_group") if file.get(key)]
        given += common.preprocessor(file, root)
    return [program, "--timeout=0", *given, path]


def answer_of(code, text):
    if code == 0:
        return Answer("verified")
    if code == 6:
        return Answer("refuted", kinds(text), sorted({int(line) for _, line in PLACE.findall(text)}))
    verdict, name = CODES.get(code, ("CRASH", f"exit code {code}"))
    return Answer(verdict, note=f"{name}: {common.last_line(text)}" if text else name)


def read(run, file):
    return Answer("TIMEOUT") if run.code is None else answer_of(run.code, run.output)


def about(record):
    return f"{record['tool']}; {record['machine']}"


def recorded(row):
    """(name of the file, Answer, figures) of one row of a recorded run."""
    return row["file"], answer_of(NAMES[row["verdict"]], "\n".join(row["kinds"])), {
        "wall": row["wall_seconds"], "cpu": row["cpu_seconds"], "peak_mb": row["peak_mb"]}

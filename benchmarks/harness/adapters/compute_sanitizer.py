"""compute-sanitizer of the CUDA toolkit: runs a host program on a GPU and watches one execution, so
that finding nothing proves nothing (`unknown`). Files of a suite that name no host program are not
for it. The host is compiled with nvcc."""

import os
import re
import subprocess

from ..answer import Answer
from . import common

NAME = PROGRAM = "compute-sanitizer"


def unfit(file):
    return common.unfit(file, NAME) if file.get("host") else "no host program that launches the kernel"


def version(program):
    lines = common.first_line(["sh", "-c", f'"{program}" --version | tail -1'])
    return lines


def tool(file):
    return "synccheck" if "divergence" in file.get("kinds", []) else "racecheck"


def command(program, file, path, folder, root):
    built = os.path.join(folder, "host")
    done = subprocess.run(["nvcc", "-lineinfo", "-o", built, *common.preprocessor(file, root),
                           os.path.join(root, file["host"])], capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise common.Unprepared("nvcc: " + common.last_line(done.stderr + done.stdout))
    return [program, "--tool", tool(file), built]


def read(run, file):
    if run.code is None:
        return Answer("TIMEOUT")
    race = re.search(r"RACECHECK SUMMARY: (\d+) hazards? displayed \((\d+) errors?, (\d+) warnings?\)", run.output)
    other = re.search(r"ERROR SUMMARY: (\d+) errors?", run.output)
    if re.search(r"Error: (No attachable process|Target application returned an error)", run.output):
        return Answer("CRASH", note=common.last_line(run.output))
    if not race and not other:
        return Answer("CRASH", note=common.last_line(run.output))
    count = int(race.group(1)) if race else int(other.group(1))
    if count == 0:
        return Answer("unknown", note="nothing found in one run")
    lines = {int(line) for _, line in re.findall(r"\b(?:in|at) ([^\s:]+\.cuh?):(\d+)", run.output)}
    return Answer("refuted", ["race" if race else "divergence"], sorted(lines), confirmed=True)

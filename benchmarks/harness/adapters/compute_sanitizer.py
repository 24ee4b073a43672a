"""compute-sanitizer of the CUDA toolkit: runs a host program on a GPU and watches one execution, so
that finding nothing proves nothing (`unknown`). Files of a suite that name no host program are not
for it. The host is compiled with nvcc."""

import datetime
import os
import re
import subprocess

from ..answer import Answer
from . import common

NAME = PROGRAM = "compute-sanitizer"
HOSTS = os.path.join(os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__)))), "hosts")
# A finding's first line: of racecheck, of racecheck on shared memory of a cluster, of synccheck.
FINDING = re.compile(r"^========= (?:(Error|Warning): .*(?:hazard|Race reported)|Potential invalid __shared__|Barrier error)",
                     re.MULTILINE)
PLACE = re.compile(r"\bin ([^\s:]+\.cuh?):(\d+)")


def unfit(file):
    return common.unfit(file, NAME) if file.get("host") else "no host program that launches the kernel"


def version(program):
    found = re.search(r"Version (\S+)", common.all_lines([program, "--version"]))
    return found[1] if found else ""


def machine():
    """Of a record: the card, its driver, nvcc and the day."""
    card = common.first_line(["nvidia-smi", "--query-gpu=name,driver_version", "--format=csv,noheader"]).split(", ")
    return {"card": card[0], "driver": card[-1], "nvcc": common.last_line(common.all_lines(["nvcc", "--version"])),
            "date": datetime.date.today().isoformat()}


def tool(file):
    return "synccheck" if "divergence" in file.get("kinds", []) else "racecheck"


def architecture(file):
    """nvcc's arguments; -arch=sm_90a would compile for sm_90 as well, which lacks its instructions."""
    arch = file.get("arch", "native")
    number = re.fullmatch(r"sm_(\d+a)", arch)
    return f"-gencode=arch=compute_{number[1]},code={arch}" if number else f"-arch={arch}"


def build(file, built, root, more=()):
    """Compiles the host program to `built`; Unprepared."""
    done = subprocess.run(["nvcc", "-std=c++17", "--expt-relaxed-constexpr", "-w", "-lineinfo", architecture(file),
                           *more, "-o", built, *common.preprocessor(file, root), f"-I{root}", f"-I{HOSTS}",
                           os.path.join(root, file["host"]), "-lcuda"], capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise common.Unprepared("nvcc: " + common.first_error(done.stderr + done.stdout))
    return built


def watched(program, name, *built):
    """The command that watches one run."""
    return [program, "--tool", name, "--show-backtrace", "no", "--print-limit", "100000", *built]


def command(program, file, path, folder, root):
    return watched(program, tool(file), build(file, os.path.join(folder, "host"), root))


def answer_of(text, file):
    """Of what was printed about one file."""
    found = [match[1] for match in FINDING.finditer(text)]
    if not found:
        return Answer("unknown", note="nothing found in one run")
    own = os.path.basename(file.get("path", ""))
    lines = {int(line) for name, line in PLACE.findall(text) if not own or os.path.basename(name) == own}
    note = "warnings only" if set(found) == {"Warning"} else ""
    return Answer("refuted", ["divergence" if "Barrier error" in text else "race"], sorted(lines), True, note=note)


def read(run, file):
    if run.code is None:
        return Answer("TIMEOUT")
    if not re.search(r"RACECHECK SUMMARY|ERROR SUMMARY", run.output) or "Error: No attachable process" in run.output:
        return Answer("CRASH", note=common.last_line(run.output))
    answer = answer_of(run.output, file)
    if answer.verdict == "unknown" and "Target application returned an error" in run.output:
        return Answer("CRASH", note="the program failed")
    return answer


# --- a recorded run -----------------------------------------------------------------------------

def about(record):
    return (f"{record['version']} on an {record['card']}, driver {record['driver']}, {record['date']}; "
            f"{record['jobs']} at a time: `{'`, `'.join(record['commands'])}`")


def recorded(row):
    """(name of the file, Answer, figures) of one row of benchmarks/record_sanitizer."""
    runs = [row[name] for name in ("racecheck", "synccheck") if name in row]
    verdicts = [run["verdict"] for run in runs]
    verdict = next(word for word in ("refuted", "TIMEOUT", "unknown", "CRASH") if word in verdicts)
    kinds = sorted({kind for run in runs for kind in run["kinds"]})
    lines = sorted({line for run in runs for line in run["lines"]})
    note = "; ".join(dict.fromkeys(run["note"] for run in runs if run["note"]))
    return row["file"], Answer(verdict, kinds, lines, verdict == "refuted", note=note), {
        "wall": round(sum(run["wall_seconds"] for run in runs), 3),
        "cpu": round(sum(run["cpu_seconds"] for run in runs), 3), "peak_mb": max(run["peak_mb"] for run in runs)}

"""Every kernel of a folder of CUDA sources that says nothing of what to expect.

A translation unit is a .cu or .cuh file that has kernels or launches, itself or through the files
that it includes by "..". Those with launches go first, because a kernel of an included file is
reported for the first unit that has it, and launches give block sizes; of them the ones that
include more, which have what their parts need. A kernel that the text has and that no unit reports is `absent`: compiled out, or lost.
"""

import collections
import concurrent.futures
import dataclasses
import os
import re
import statistics
import sys
import time

from . import manifest, measure
from .adapters import heddle

# What the reason of a kernel says whose declaration could not be parsed.
NOT_PARSED = "was not understood:"
VERDICTS = ["verified", "refuted", "unknown", "absent", "CRASH", "TIMEOUT"]


@dataclasses.dataclass
class Kernel:
    file: str  # with the kernel's definition, relative to the root
    kernel: str
    unit: str  # the file that was checked
    verdict: str
    status: str  # of a refuted kernel: "confirmed" or "possible"; else ""
    parsed: bool
    seconds: float  # its own, and its part of reading the unit
    peak_mb: float  # of the whole unit
    reason: str  # of an unknown; of a refuted kernel its first finding
    findings: list = dataclasses.field(default_factory=list)  # its errors, see errors_of()


# --- the sources -----------------------------------------------------------------------------

def strip_comments(text):
    return re.sub(r'//[^\n]*|/\*.*?\*/|"(?:\\.|[^"\\\n])*"', " ", text, flags=re.DOTALL)


def kernels_of_text(text):
    """Names of the kernels that have a body, as a plain search sees them."""
    names = []
    for match in re.finditer(r"__global__([^;{]*)\{", strip_comments(text)):
        head = re.sub(r"__(?:launch_bounds|cluster_dims)__\s*\((?:[^()]|\([^()]*\))*\)", " ", match.group(1))
        name = re.search(r"(\w+)\s*(?:<[^()]*>\s*)?\(", head)
        if name:
            names.append(name.group(1))
    return names


def read(path):
    with open(path, encoding="utf-8", errors="replace") as file:
        return file.read()


def included(path):
    """The file and all below its folder's "..", each with its text without comments."""
    found, todo = {}, [path]
    while todo:
        file = os.path.normpath(todo.pop())
        if file in found or not os.path.isfile(file):
            continue
        text = read(file)
        found[file] = strip_comments(text)
        todo += [os.path.join(os.path.dirname(file), name)
                 for name in re.findall(r'^\s*#\s*include\s*"([^"]+)"', text, re.MULTILINE)]
    return found


def find_units(root):
    """(units in the order of checking, [(file, kernel)] of the text)."""
    units, kernels = [], []
    for folder, folders, files in os.walk(root):
        folders.sort()
        for file in sorted(files):
            if not file.endswith((".cu", ".cuh")):
                continue
            path = os.path.relpath(os.path.join(folder, file), root)
            texts = included(os.path.join(root, path)).values()
            launches = any("<<<" in text for text in texts)
            if launches or any("__global__" in text for text in texts):
                units.append((path.endswith(".cuh"), not launches, -len(texts), path))
            kernels += [(path, name) for name in kernels_of_text(read(os.path.join(root, path)))]
    return [unit[-1] for unit in sorted(units)], kernels


# --- running one unit ------------------------------------------------------------------------

def plain_name(kernel):
    return kernel.split("<")[0].split("::")[-1]


def describe(kernel):
    """(status, reason) of one entry of the JSON."""
    errors = [f for f in kernel["findings"] if f["severity"] == "error"]
    if kernel["verdict"] == "refuted" and errors:
        confirmed = [f for f in errors if f["status"] == "confirmed"]
        first = (confirmed or errors)[0]
        places = "/".join(str(a["line"]) for a in first["accesses"])
        array = first["accesses"][0].get("array", "") if first["accesses"] else ""
        why = first.get("why", "") or ", ".join(first.get("depends_on", []))
        reason = f"{places}: {first['kind']} {array}" + (f" ({why})" if why else "")
        return first["status"], reason
    for unknown in kernel["unknowns"]:
        return "", f"{unknown['line']}:{unknown['column']}: {unknown['reason']}"
    return "", ""


def errors_of(kernel):
    """Its errors as {"status", "kind", "places", "array"}, each once; places are lines, `FILE:LINE`
    in another file than the kernel's."""
    errors = []
    for f in kernel["findings"]:
        places = "/".join(str(a["line"]) if a["file"] == kernel["file"]
                          else f"{os.path.basename(a['file'])}:{a['line']}" for a in f["accesses"])
        array = f["accesses"][0].get("array", "") if f["accesses"] else ""
        error = {"status": f["status"], "kind": f["kind"], "places": places, "array": array}
        if f["severity"] == "error" and error not in errors:
            errors.append(error)
    return errors


def rows_of(root, unit, result, seconds, peak_mb):
    kernels = result.get("kernels", [])
    reading = max(0.0, seconds - sum(k["stats"]["seconds"] for k in kernels))
    rows = []
    for k in kernels:
        status, reason = describe(k)
        parsed = not any(NOT_PARSED in u["reason"] and u["reason"].startswith("declaration of")
                         for u in k["unknowns"])
        rows.append(Kernel(os.path.relpath(k["file"], root), k["kernel"], unit, k["verdict"],
                           status, parsed, round(k["stats"]["seconds"] + reading / len(kernels), 3),
                           round(peak_mb, 1), reason, errors_of(k)))
    return rows


def check(path, options, arguments):
    """(verdict over the file, result, seconds of processors, peak MB); the verdict may be CRASH or TIMEOUT."""
    run = measure.run([options.heddle, "check", path, "--format", "json"] + arguments,
                      options.limit, of_cpu=True)
    result = heddle.parse(run.output)
    for kernel in (result or {}).get("kernels", []):
        kernel["stats"]["seconds"] *= run.cpu / run.wall  # what runs beside takes none
    verdict = heddle.verdict_of(run, {}, result)
    return verdict if result or verdict == "TIMEOUT" else "CRASH", result, run.cpu, run.peak_mb


def run_unit(root, unit, options, arguments):
    """Rows of the unit's kernels. When the unit as a whole breaks down, its own kernels are tried
    one at a time, so that the row at fault is the one that is blamed."""
    path = os.path.join(root, unit)
    verdict, result, seconds, peak_mb = check(path, options, arguments)
    if verdict not in ("CRASH", "TIMEOUT"):
        return rows_of(root, unit, result, seconds, peak_mb)
    rows = []
    for name in dict.fromkeys(kernels_of_text(read(path))):
        verdict, result, seconds, peak_mb = check(path, options, arguments + ["--kernel", name])
        if verdict in ("CRASH", "TIMEOUT"):
            rows.append(Kernel(unit, name, unit, verdict, "", True, round(seconds, 3),
                               round(peak_mb, 1), ""))
        else:
            rows += rows_of(root, unit, result, seconds, peak_mb)
    return rows or [Kernel(unit, "", unit, verdict, "", True, round(seconds, 3), round(peak_mb, 1), "")]


def merge(rows_by_unit, text_kernels):
    """One row per kernel and instance, of the first unit that has it, and the absent ones."""
    rows, seen = [], {}
    for unit, unit_rows in rows_by_unit:
        for row in unit_rows:
            key = (row.file, plain_name(row.kernel))
            if seen.setdefault(key, unit) == unit:
                rows.append(row)
    for file, name in text_kernels:
        if (file, name) not in seen:
            rows.append(Kernel(file, name, "", "absent", "", False, 0.0, 0.0, ""))
    return rows


# --- findings that were read -----------------------------------------------------------------

def listed(path):
    """The findings that tables of a Markdown file list under `### FILE: KERNEL`, with the lines in
    the first column and the array in the second, without one the kind of the finding:
    {(file, kernel, places, array)}."""
    found, kernel = set(), None
    for line in read(path).splitlines():
        heading = re.match(r"### (\S+): (.+)", line)
        if line.startswith("#"):
            kernel = heading.groups() if heading else None
        cells = [cell.strip().strip("`") for cell in line.strip("|").split("|")]
        if kernel and line.startswith("|") and cells[0][-1:].isdigit():
            found.add((*kernel, cells[0], cells[1]))
    return found


def unread(rows, path):
    """The confirmed findings of the rows that the file does not list."""
    known = listed(path)
    keys = [(row.file, row.kernel, f["places"], f["array"] or f["kind"])
            for row in rows for f in row.findings if f["status"] == "confirmed"]
    return [key for key in dict.fromkeys(keys) if key not in known]


# --- reporting -------------------------------------------------------------------------------

def format_row(row):
    verdict = row.verdict + (f" ({row.status})" if row.status else "")
    return (f"{row.file + ': ' + row.kernel:<70} {verdict:<20} {row.seconds:7.2f} s "
            f"{row.reason[:150]}").rstrip()


def general(reason):
    """Without the places and names, so that equal causes count as one."""
    text = re.sub(r"^[\d/:]+ ", "", reason)
    text = re.sub(r"^race \S+ \(", "race (", text)
    text = re.sub(r"\S+:\d+:\d+", "..", text)
    text = re.sub(r"; they never meet with --assume.*| after [\d.]+ s| at line \d+| to line \d+", "", text)
    return re.sub(r"'[^']*'", "'..'", text)


def commonest(rows):
    counts = collections.Counter(general(row.reason) for row in rows)
    return [{"count": count, "reason": reason} for reason, count in counts.most_common(25)]


def summarize(rows, wall):
    present = [row for row in rows if row.verdict != "absent"]
    verdicts = {v: sum(row.verdict == v for row in rows) for v in VERDICTS}
    confirmed = sum(row.status == "confirmed" for row in rows)
    total = max(1, len(present))
    return {
        "kernels": len(present),
        "parsed_percent": round(100 * sum(row.parsed for row in present) / total, 1),
        "unknown_percent": round(100 * verdicts["unknown"] / total, 1),
        "verdicts": verdicts,
        "confirmed": confirmed,
        "confirmed_findings": sum(f["status"] == "confirmed" for row in rows for f in row.findings),
        "possible": verdicts["refuted"] - confirmed,
        "median_seconds": round(statistics.median([r.seconds for r in present] or [0]), 3),
        "max_seconds": max([row.seconds for row in present], default=0),
        "wall_seconds": round(wall, 2),
        "max_peak_mb": max([row.peak_mb for row in present], default=0),
        "unknown_reasons": commonest(row for row in rows if row.verdict == "unknown"),
        "possible_reasons": commonest(row for row in rows if row.status == "possible"),
    }


def format_summary(summary):
    verdicts = ", ".join(f"{count} {name}" for name, count in summary["verdicts"].items() if count)
    lines = [f"\n{summary['kernels']} kernels: {summary['parsed_percent']} % parsed, "
             f"{summary['unknown_percent']} % unknown",
             f"verdicts: {verdicts}; refuted: {summary['confirmed']} confirmed "
             f"({summary['confirmed_findings']} findings), {summary['possible']} possible",
             f"processor seconds per kernel: median {summary['median_seconds']}, max {summary['max_seconds']}; "
             f"wall {summary['wall_seconds']}; peak memory: {summary['max_peak_mb']} MB"]
    for kind in ("unknown", "possible"):
        for entry in summary[f"{kind}_reasons"]:
            lines.append(f"{entry['count']:5} {kind}: {entry['reason'][:200]}")
    return "\n".join(lines)


def run(options):
    """Checks the tree and prints it; the exit code."""
    units, text_kernels = find_units(options.root)
    units = [u for u in units if re.search(options.only, u)]
    text_kernels = [(file, name) for file, name in text_kernels if re.search(options.only, file)]
    if not units:
        sys.exit(f"check_tree: no CUDA sources below {options.root}")
    arguments = [a for folder in options.include for a in ("-I", folder)] + options.extra
    start = time.monotonic()
    rows_by_unit = []
    with concurrent.futures.ThreadPoolExecutor(max(1, options.jobs)) as pool:
        running = [(u, pool.submit(run_unit, options.root, u, options, arguments)) for u in units]
        for unit, future in running:
            rows_by_unit.append((unit, future.result()))
    rows = merge(rows_by_unit, text_kernels)
    for row in rows:
        print(format_row(row), flush=True)
    summary = summarize(rows, time.monotonic() - start)
    print(format_summary(summary))
    if options.read:
        summary["unread"] = unread(rows, options.read)
        for file, kernel, places, array in summary["unread"]:
            print(f"not read: {file}: {kernel}: {places} {array}")
    if options.json:
        manifest.write_json(options.json, {"version": 1, "summary": summary,
                                          "kernels": [dataclasses.asdict(r) for r in rows]})
    return 1 if summary["verdicts"]["CRASH"] else 0

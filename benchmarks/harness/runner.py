"""Runs the tools of a comparison over the files of a suite.

Each finished row is appended to `OUT.rows` at once, so that a run that was killed goes on where it
was; at the end all rows become `OUT`. A row is taken over only if nothing that it came from has
changed: the file's content and its entry in the suite, the program, its limit and number of runs.
"""

import concurrent.futures
import dataclasses
import datetime
import hashlib
import json
import os
import platform
import re
import shutil
import statistics
import tempfile

from . import adapters, judge, manifest, measure
from .adapters.common import Unprepared
from .answer import Answer

# Seconds of a run that tell enough alone: it is not repeated.
LONG_RUN = 10


@dataclasses.dataclass
class Tool:
    name: str
    program: str  # path; "" when there is none
    version: str  # or why it is not there
    extra: list  # further arguments

    @property
    def adapter(self):
        return adapters.ALL[self.name]


def find_tool(name, given, extra):
    """`given`: path of the program, or None to look on PATH."""
    wanted = given or adapters.ALL[name].PROGRAM
    program = shutil.which(wanted)
    if not program:
        return Tool(name, "", f"{wanted}: not found" if given else f"{wanted} is not on PATH", extra)
    program = os.path.abspath(program)
    return Tool(name, program, adapters.ALL[name].version(program), extra)


# --- rows -------------------------------------------------------------------------------------

def content(file, root):
    if "text" in file:
        return file["text"].encode()
    with open(os.path.join(root, file["path"]), "rb") as source:
        return source.read()


def key_of(file, tool, root, options):
    what = [file, tool.name, tool.program, tool.version, tool.extra, options.timeout, options.runs]
    if tool.program and tool.name == "heddle":  # its version stays while it is worked on
        status = os.stat(tool.program)
        what += [status.st_size, status.st_mtime_ns]
    head = json.dumps(what, sort_keys=True).encode()
    return hashlib.sha256(head + content(file, root)).hexdigest()[:24]


def read_rows(path):
    """Rows by key, of a journal or of whole results; damaged last lines of a journal are left out."""
    rows = {}
    try:
        with open(path, encoding="utf-8") as file:
            text = file.read()
    except OSError:
        return rows
    try:
        found = json.loads(text)["rows"] if text.startswith("{\n") else map(json.loads, text.splitlines())
        for row in found:
            rows[row["key"]] = row
    except (ValueError, KeyError, TypeError):
        pass
    return rows


def place(file, root, folder):
    """Path of the file; one that the suite holds itself is written into the folder."""
    if "text" not in file:
        return os.path.join(root, file["path"])
    path = os.path.join(folder, os.path.basename(file["path"]))
    with open(path, "w", encoding="utf-8") as target:
        target.write(file["text"])
    return path


def measure_file(file, tool, root, options):
    """(Answer of the last run, all runs)."""
    runs = []
    with tempfile.TemporaryDirectory() as sources, tempfile.TemporaryDirectory() as folder:
        try:
            path = os.path.abspath(place(file, root, sources))
            command = tool.adapter.command(tool.program, file, path, folder, root)
            for _ in range(options.runs):
                runs.append(measure.run(command + tool.extra, options.timeout, os.path.dirname(path)))
                if runs[-1].code is None or runs[-1].wall > LONG_RUN:
                    break
        except (OSError, Unprepared) as error:
            return Answer("CRASH", note=f"cannot be run: {error}"), runs
    return tool.adapter.read(runs[-1], file), runs


def row_of(file, tool, root, options):
    why = tool.version if not tool.program else tool.adapter.unfit(file)
    answer, runs = (Answer("skipped", note=why), []) if why else measure_file(file, tool, root, options)
    row = {"name": manifest.name_of(file), "tool": tool.name,
           "expected": "|".join(manifest.expected_verdicts(file)), "verdict": answer.verdict,
           "outcome": judge.outcome(file, answer, tool.name == "heddle"), "kinds": answer.kinds,
           "lines": answer.lines, "lines_expected": not file.get("lines") or bool(set(file["lines"]) & set(answer.lines)),
           "confirmed": answer.confirmed, "note": " ".join((answer.note or answer.tolerated).split()),
           "wall": round(statistics.median(r.wall for r in runs), 4) if runs else None,
           "cpu": round(statistics.median(r.cpu for r in runs), 4) if runs else None,
           "peak_mb": round(max(r.peak_mb for r in runs), 1) if runs else None,
           "exit": runs[-1].code if runs else None, "runs": len(runs)}
    return {**row, **{key: file[key] for key in ("family", "size") if key in file}}


# --- the whole run ----------------------------------------------------------------------------

def machine():
    def value(path, name):
        with open(path, encoding="utf-8") as file:
            found = [line.split(":")[1].strip() for line in file if line.startswith(name)]
        return found[0] if found else ""
    return {"processor": value("/proc/cpuinfo", "model name") or platform.machine(),
            "cores": len(os.sched_getaffinity(0)),
            "memory_gb": round(int(value("/proc/meminfo", "MemTotal").split()[0]) / 2**20, 1),
            "system": " ".join([platform.system(), *re.findall(r"^\d+\.\d+", platform.release())]), "load": round(os.getloadavg()[0], 2)}


class Journal:
    def __init__(self, out):
        self.path = out + ".rows"
        # results that are older than the journal of a run that was killed have the same keys
        self.known = {**read_rows(out), **read_rows(self.path)}
        self.file = open(self.path, "a", encoding="utf-8")
        if self.file.tell() and not open(self.path, encoding="utf-8").read().endswith("\n"):
            self.file.write("\n")

    def add(self, row):
        self.file.write(json.dumps(row) + "\n")
        self.file.flush()
        os.fsync(self.file.fileno())

    def close(self):
        self.file.close()
        os.remove(self.path)


def run(suite, tools, options, show):
    """The results as one object; `show(row, done, total)` is called for each row in order."""
    started = datetime.datetime.now(datetime.timezone.utc)
    journal = Journal(options.out)
    root, load = suite["root"], machine()
    tasks = [(file, tool, key_of(file, tool, root, options)) for file in suite["files"] for tool in tools]
    rows, reused = [], 0

    def work(file, tool, key):
        row = {**row_of(file, tool, root, options), "key": key}
        journal.add(row)
        return row

    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        running = [journal.known.get(key) or pool.submit(work, file, tool, key) for file, tool, key in tasks]
        try:
            for task in running:
                reused += isinstance(task, dict)
                rows.append(task if isinstance(task, dict) else task.result())
                show(rows[-1], len(rows), len(tasks))
        except BaseException:
            pool.shutdown(cancel_futures=True)
            raise
    results = {"version": 1, "suite": suite["suite"], "source": suite.get("source", ""),
               "date": started.strftime("%Y-%m-%d %H:%M UTC"), "machine": load, "command": options.command,
               "timeout": options.timeout, "runs": options.runs, "jobs": options.jobs, "rows_taken_over": reused,
               "tools": {tool.name: {"version": tool.version, "found": bool(tool.program)} for tool in tools},
               "rows": rows + options.recorded}
    for name, version in options.recorded_tools.items():
        results["tools"][name] = {"version": version, "found": True}
    manifest.write_json(options.out, results)
    journal.close()
    return results

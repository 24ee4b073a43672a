#!/usr/bin/env python3
"""Runs every command of docs/tutorial.md and docs/comparison.md, with the files that stand there, and compares what it
prints with what is printed there. `...` stands for lines left out. Times, and the numbers of threads, cells and
sizes that a witness chose, may differ."""

import argparse
import os
import re
import subprocess
import sys
import tempfile

REPOSITORY = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
BLOCK = re.compile(r"^```(cuda|console) ?(.*?)\n(.*?)^```$", re.M | re.S)


def plain(line):
    line = re.sub(r"\d+\.\d+ s", "T s", line.rstrip())
    line = re.sub(r"note: with .*", "note: with", line)
    line = re.sub(r"\(\d+,\d+,\d+\)", "(thread)", line)
    return re.sub(r"\[\d+\]", "[i]", line)


def differs(expected, got):
    """The first line that does not come where it should; None if all do."""
    at, free = 0, False
    for line in expected:
        if line == "...":
            free = True
            continue
        where = [i for i in range(at, len(got)) if plain(got[i]) == plain(line)]
        if not where or (not free and where[0] != at):
            return line
        at, free = where[0] + 1, False
    return None if free or at == len(got) else "(the end)"


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--heddle", required=True)
    heddle = os.path.abspath(parser.parse_args().heddle)
    failures = commands = 0
    for name in ("tutorial.md", "comparison.md"):
        with open(os.path.join(REPOSITORY, "docs", name)) as page, tempfile.TemporaryDirectory() as folder, \
                tempfile.TemporaryDirectory() as programs:
            os.symlink(heddle, os.path.join(programs, "heddle"))
            environment = dict(os.environ, PATH=programs + ":" + os.environ["PATH"])
            for kind, file, body in BLOCK.findall(page.read()):
                if kind == "cuda":
                    with open(os.path.join(folder, file), "w") as out:
                        out.write(body)
                    continue
                command, *expected = body.rstrip("\n").split("\n")
                commands += 1
                done = subprocess.run(command.removeprefix("$ "), shell=True, cwd=folder, env=environment, text=True,
                                      capture_output=True, timeout=300)
                got = (done.stdout + done.stderr).rstrip("\n").split("\n")
                wrong = differs(expected, got)
                if wrong:
                    failures += 1
                    print(f"{name}: {command}\nexpected next: {wrong}\nin:", *got, sep="\n")
    print(f"{commands} commands, {failures} not as they stand there")
    return 1 if failures or not commands else 0


if __name__ == "__main__":
    sys.exit(main())

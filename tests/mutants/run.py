#!/usr/bin/env python3
"""Attacks `verified`: every clean golden kernel is mutated, and each mutant must be refuted.

    run.py --heddle BINARY [--sample N] [--further] [--emulate] [--update] [-j N] [FILE.cu...]

A mutant that is verified must be in equivalent.txt (one line each: file, operator, ordinal, reason);
so must one that stays unknown. Everything else that is not refuted fails the run, and so does an
entry that is not needed any more (with all mutants). A sample asks the emulator about what is not
listed instead, so that a new kernel does not need its list at once.
  --emulate   ask the emulator (../emulator) about each mutant that was not refuted: a `verified`
              mutant in which it finds a race is a bug, whatever the list says
  --update    write what the emulator found nothing in into equivalent.txt
  --further   by further operators, whose mutants are often right and in no list: the emulator judges
              all that are verified
  --sample N  only about one mutant in N, the same ones in every run
"""
import argparse
import glob
import hashlib
import json
import os
import re
import resource
import shlex
import signal
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor

HERE = os.path.dirname(os.path.abspath(__file__))
GOLDEN = os.path.join(HERE, "..", "golden")
LIST = os.path.join(HERE, "equivalent.txt")
sys.path.insert(0, os.path.join(HERE, "..", "emulator"))
from mutate import FURTHER, OPERATORS, mutants  # noqa: E402


def header(text, key):
    match = re.search(r"^// %s: (.*)$" % key, text, re.M)
    return match.group(1).strip() if match else ""


def read_list():
    known = {}
    if os.path.exists(LIST):
        for line in open(LIST):
            line = line.strip()
            if line and not line.startswith("#"):
                file, operator, ordinal, reason = line.split(None, 3)
                known[(file, operator, int(ordinal))] = reason
    return known


def limit_cpu():
    """CPU seconds, not wall clock: a busy machine must not change the answer."""
    resource.setrlimit(resource.RLIMIT_CPU, (60, 60))


def rests_on_launch(kernel):
    """Do the sizes that the emulator would draw have to agree with a launch's arithmetic?"""
    return any("(launch at" in a and not re.match(r"(block|grid)Dim = ", a)
               for a in kernel["assumptions"])


def said_of(kernels):
    """What an emulator has to be told: constant sizes that the host's code gives the launch, and
    preconditions that were inferred, or are asserted."""
    found = re.findall(r"(block|grid)Dim = \((\d+), (\d+), (\d+)\) \(launch at",
                       "\n".join(a for k in kernels for a in k["assumptions"]))
    said = {name: [int(e) for e in extents] for name, *extents in found}
    said["under"] = [k["precondition"]["text"] for k in kernels if "precondition" in k] + [
        m.group(1) for k in kernels for a in k["assumptions"] if (m := re.match(r"(.*) \(asserted at ", a))]
    return said


def heddle_verdict(binary, text, flags):
    verdict, reasons, kernels = ask(binary, text, flags)
    if verdict == "verified" and any(map(rests_on_launch, kernels)):
        verdict, reasons, kernels = ask(binary, text, flags + ["--launches", "ignore"])
    return verdict, reasons, said_of(kernels)


def ask(binary, text, flags):
    with tempfile.NamedTemporaryFile("w", suffix=".cu") as file:
        file.write(text)
        file.flush()
        try:
            run = subprocess.run([binary, "check", "--format", "json", *flags, file.name],
                                 capture_output=True, text=True, timeout=600, preexec_fn=limit_cpu)
        except subprocess.TimeoutExpired:
            return "timeout", "", []
    if run.returncode == -signal.SIGXCPU or run.returncode == -signal.SIGKILL:
        return "timeout", "", []
    if run.returncode not in (0, 1, 2, 3):
        return "crash %d" % run.returncode, run.stderr[-300:], []
    verdict = ["verified", "refuted", "error", "unknown"][run.returncode]
    kernels = json.loads(run.stdout)["kernels"] if verdict in ("verified", "unknown") else []
    reasons = "; ".join(sorted({u["reason"] for k in kernels for u in k["unknowns"]}))
    return verdict, reasons, kernels


def judge(job):
    options, name, operator, ordinal, line, text, flags = job
    verdict, reasons, said = heddle_verdict(options.heddle, text, flags)
    emulated = ("", "")
    unlisted = (name, operator, ordinal) not in options.known
    # the emulator knows what barriers order, and no flags or locks (oracle/flags runs these)
    by_atomics = name.startswith("flags/") or "zeros at the launch" in header(text, "assumes")
    if verdict != "refuted" and not by_atomics and (options.emulate or options.further or (options.sample > 1 and unlisted)):
        import emulate
        emulated = emulate.emulate(text, flags, runs=options.runs, seconds=options.seconds,
                                   said=said)
    return name, operator, ordinal, line, verdict, reasons, emulated


def jobs_of(options):
    files = options.files or glob.glob(os.path.join(GOLDEN, "**", "*.cu"), recursive=True)
    for path in sorted(files):
        text = open(path).read()
        name = os.path.relpath(os.path.abspath(path), os.path.abspath(GOLDEN))
        if header(text, "expect") != "verified" or name.startswith("ptx" + os.sep):
            continue  # the sources of PTX fixtures hold what only `heddle ptx` reads
        flags = shlex.split(header(text, "flags"))
        for operator, ordinal, line, mutant in mutants(text, FURTHER if options.further else OPERATORS):
            key = "%s %s %d" % (name, operator, ordinal)
            if int(hashlib.sha1(key.encode()).hexdigest(), 16) % options.sample == 0:
                yield options, name, operator, ordinal, line, mutant, flags


def reason_for(verdict, reasons, emulated):
    kind, line = emulated
    shown = line if kind == "clean" else "not emulated"
    return "unknown (%s); emulated: %s" % (reasons, shown) if verdict == "unknown" else \
        "no race in emulated runs (%s)" % shown


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--heddle", required=True)
    parser.add_argument("--sample", type=int, default=1)
    parser.add_argument("--emulate", action="store_true")
    parser.add_argument("--further", action="store_true")
    parser.add_argument("--show", action="store_true", help="print what is verified or open")
    parser.add_argument("--update", action="store_true")
    parser.add_argument("--runs", type=int, default=150)
    parser.add_argument("--seconds", type=float, default=2.0)
    parser.add_argument("-j", type=int, default=os.cpu_count())
    parser.add_argument("files", nargs="*")
    options = parser.parse_args()
    options.heddle = os.path.abspath(options.heddle)
    options.emulate = options.emulate or options.update
    options.known = {} if options.further else read_list()
    if options.emulate or options.further or options.sample > 1:
        import emulate
        emulate.build_runtime()
    known, seen, counts, failures, new = options.known, set(), {}, 0, []
    with ThreadPoolExecutor(options.j) as pool:
        for name, operator, ordinal, line, verdict, reasons, emulated in pool.map(
                judge, jobs_of(options)):
            key = (name, operator, ordinal)
            counts[verdict] = counts.get(verdict, 0) + 1
            where = "%s:%d %s %d" % (name, line, operator, ordinal)
            found = emulated[0] in ("race", "divergence", "assertion")
            if verdict == "refuted":
                continue
            seen.add(key)
            if verdict == "verified" and found:
                failures += 1
                print("WRONG %s is verified, but %s" % (where, emulated[1]))
            elif verdict in ("verified", "unknown") and key in known:
                counts["listed"] = counts.get("listed", 0) + 1
            elif (options.further or options.sample > 1) and verdict in ("verified", "unknown"):
                if options.show:
                    print("%s is %s; emulated: %s" % (where, verdict, emulated[1].split("\n")[0]))
                counts["unlisted"] = counts.get("unlisted", 0) + 1
            elif options.further and verdict == "error":
                continue  # it does not compile, or keeps no contract
            elif options.update and verdict in ("verified", "unknown"):
                new.append((key, reason_for(verdict, reasons, emulated)))
                if found:
                    print("OPEN %s is unknown (%s), but %s" % (where, reasons, emulated[1]))
            else:
                failures += 1
                print("ALIVE %s is %s %s %s" % (where, verdict, reasons, emulated[1]))
    stale = [k for k in known if k not in seen] if options.sample == 1 and not options.files and not options.further else []
    for key in stale:
        print("STALE %s %s %d is refuted or gone" % key)
    if options.update:
        with open(LIST, "w") as file:
            file.write("# Mutants that are not refuted, and why: file, operator, ordinal, reason.\n")
            for key, reason in sorted({**{k: r for k, r in known.items() if k not in stale},
                                       **dict(new)}.items()):
                file.write("%s %s %d %s\n" % (*key, reason))
    print(", ".join("%d %s" % (n, v) for v, n in sorted(counts.items())))
    return 1 if failures or (stale and not options.update) else 0


if __name__ == "__main__":
    sys.exit(main())

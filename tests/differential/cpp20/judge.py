"""What Heddle says of the same programs, compared.

Each program has one assertion that is wrong in one thread, by one: that one must be refuted, and no
other. Its last store races exactly when two threads have one index.
"""
import collections
import json
import os
import random
import re
import subprocess

from program import CHECK, THREADS, checks, for_heddle, includes, number_of

class Outcome:
    """Of one program: what differs, which checks hold or fail as they should, which are unknown and why."""

    def __init__(self):
        self.wrong, self.agreed, self.unknown = [], 0, collections.Counter()


def falsified(text, values, seed):
    """Expected values with one that is off, and the number of that check."""
    dice = random.Random(seed * 7919 + 1)
    numbers = [n for kind, n in checks(text) if kind == "CHECK"]
    if not numbers:
        return values, 0
    number = dice.choice(numbers)
    changed = list(values[number])
    t = dice.randrange(THREADS)
    changed[t] += 1 if changed[t] < 2 ** 62 else -1
    return {**values, number: changed}, number


def file_text(texts, expected):
    lines = includes(texts)
    starts = []
    for text, values in zip(texts, expected):
        starts.append(len(lines))
        lines += for_heddle(text, values).rstrip("\n").split("\n")
    return "\n".join(lines) + "\n", starts


def check_lines(text):
    """Line within the program -> (kind, number)."""
    return {text.count("\n", 0, m.start(2)) + 1: (m.group(2), int(m.group(3))) for m in CHECK.finditer(text)}


def ask(heddle, path, flags):
    run = subprocess.run([heddle, "check", "--format", "json", "--block", str(THREADS), "--grid", "1", *flags, path],
                         capture_output=True, text=True, timeout=600)
    try:
        return json.loads(run.stdout)
    except ValueError:
        return {"kernels": [], "errors": [{"message": "exit code %d: %s" % (run.returncode, run.stderr[-400:])}]}


def possible_reason(finding):
    """Neither confirmed nor excluded."""
    depends = finding["depends_on"] or [finding["why"]]
    return "possible: " + re.sub(r"'\w+'|\(?/\S+|\d+", "_", depends[0])


def judge_one(kernel, text, start, values, false_check):
    outcome = Outcome()
    lines = check_lines(text)
    confirmed, doubts = collections.defaultdict(set), {}
    for f in kernel["findings"]:
        line = f["accesses"][0]["line"] - start
        if f["severity"] == "error" and f["status"] == "confirmed":
            confirmed[line].add(f["kind"])
        elif f["severity"] == "error":
            doubts[line] = possible_reason(f)
    unknown = [u["reason"] for u in kernel["unknowns"]]
    for line in set(confirmed) - set(lines):
        outcome.wrong.append("line %d: %s" % (line, sorted(confirmed[line])))
    for line, (kind, number) in lines.items():
        if kind == "STORE":
            bad, name = len(set(values[number])) < THREADS, "race"
        else:
            bad, name = number == false_check, "assertion"
        said = confirmed[line]
        if said == ({name} if bad else set()) and (bad or not unknown and line not in doubts):
            outcome.agreed += 1
        elif not said and (unknown or line in doubts):
            outcome.unknown[doubts.get(line) or unknown[0]] += 1
        else:
            outcome.wrong.append("line %d: %s %s, but %s" % (line, name, "fails" if bad else "does not fail",
                                                            sorted(said) or "nothing is said"))
    return outcome


def judge(texts, seeds, values, folder, heddle, flags=()):
    """An outcome for each program."""
    expected, false_checks = [], []
    for text, seed, of_host in zip(texts, seeds, values):
        changed, number = falsified(text, of_host, seed)
        expected.append(changed)
        false_checks.append(number)
    text, starts = file_text(texts, expected)
    path = os.path.join(folder, "programs.cu")
    with open(path, "w") as file:
        file.write(text)
    result = ask(heddle, path, flags)
    kernels = {k["kernel"]: k for k in result["kernels"]}
    outcomes = []
    for i, program in enumerate(texts):
        kernel = kernels.get("k%d" % number_of(program))
        if kernel:
            outcomes.append(judge_one(kernel, program, starts[i], values[i], false_checks[i]))
        else:
            outcomes.append(Outcome())
            outcomes[-1].wrong.append("not checked: %s" % [e["message"] for e in result["errors"]][:2])
    return outcomes

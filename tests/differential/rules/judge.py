"""What Heddle says of a case against what its launches show."""
import math
import re

from case import Launch
from contracts import Condition
from syntax import NotUnderstood

MOST = 4096  # threads of a witness's launch


def lines_of(finding, offset):
    lines = sorted(a["line"] - offset for a in finding["accesses"])
    return lines if len(lines) == 2 else lines * 2


def witness(case, finding):
    """The launch that a finding names, of many threads only the blocks that it names, and what it says
    of contents."""
    w = {k: v for k, v in finding["witness"].items() if isinstance(v, (int, float))}
    block = tuple(int(w.get("blockDim." + a, 1)) for a in "xyz")
    grid = tuple(int(w.get("gridDim." + a, 1)) for a in "xyz")
    scalars = {name: int(w.get(name, 0)) for kind, name in case.parameters if not isinstance(kind, tuple)}
    cells = {}
    for key, v in w.items():
        if m := re.fullmatch(r"(\w+)\[(-?\d+)\]", key):
            cells.setdefault(m.group(1), {})[int(m.group(2))] = v
    launch = Launch(grid, block, scalars, {name: [None] * 24 for name in case.held}, case.given)
    for name in [name for name in scalars if name not in w]:  # contracts say which, or it does not matter
        for launch.scalars[name] in [0, *range(1, 130), *range(-8, 0)]:
            if case.allowed(launch):
                break
    if math.prod(block + grid) > MOST:
        launch.only = {tuple(a["block"]) for a in finding["accesses"]}
    return launch, cells


def filled(rng, case, launch, cells, integers, zeros):
    """A launch with the witness's contents and others that keep the contracts, or None."""
    launch.contents = {}
    launch.rest = 0 if zeros else None
    launch.cells = {name: held for name, held in cells.items() if name not in integers}
    for name in integers:
        held = cells.get(name, {})
        length = max([24] + [i + 1 for i in held])
        if length > 600:
            return None
        launch.contents[name] = [held.get(i) for i in range(length)]
    if not case.allowed(launch):
        return None
    for name in integers:
        for i, v in enumerate(launch.contents[name]):
            if v is None:
                launch.contents[name][i] = 0 if zeros else rng.randrange(0, 24)
    return launch


def shows(case, finding, races, offset):
    a, b = lines_of(finding, offset)
    if finding["kind"] in ("race", "unordered-flag", "same-value-write"):
        return any(race[2:] == (a, b) for race in races[0])
    return races[2]


def confirmed(case, finding, truths, offset, rng):
    """Whether any launch shows what is confirmed; None where that cannot be told."""
    if any(shows(case, finding, r, offset) for _, r in truths):
        return True
    if finding["kind"] not in ("race", "unordered-flag", "divergence"):
        return None
    launch, cells = witness(case, finding)
    if math.prod(launch.block) > 1024 or math.prod(launch.grid) > 10**6:
        return None
    open_ = None
    for seed in range(6):
        full = filled(rng, case, launch, cells, case.held, seed % 2 == 0)
        result = case.run(full, seed) if full else None
        if result is None:
            continue
        open_ = False
        if shows(case, finding, result, offset):
            return True
    return open_


def judge(case, kernel, truths, offset, rng):
    """What is wrong, in words, or nothing; and whether some launch races."""
    if case.known is not None:
        return by_construction(case, kernel), case.known
    wrong = []
    racy = [(launch, r) for launch, r in truths if r[0] or r[2]]
    under = kernel.get("precondition")
    if any("do not overflow" in a for a in kernel["assumptions"]):
        racy = [x for x in racy if not x[1][4]]
        truths = [x for x in truths if not x[1][4]] or truths
    if kernel["verdict"] == "verified":
        e = condition(under["text"]) if under else None
        bad = [x for x in racy if e is None or e.holds(x[0].numbers(), x[0].contents)]
        if bad:
            wrong.append("WRONG: verified%s, but %s: %s" % (" under " + under["text"] if under else "", bad[0][0], told(bad[0][1])))
        if e and not any(e.holds(x[0].numbers(), x[0].contents) and x[1][3] for x in truths):
            wrong.append("EMPTY: verified under %s, which no launch with work keeps" % under["text"])
    findings = kernel["findings"] + (under or {}).get("without", [])
    groups, seen = {}, bool(racy)
    for f in findings:
        if f["severity"] != "error" or f.get("status") not in ("confirmed", "possible"):
            continue
        if f["status"] == "confirmed" and f in kernel["findings"]:
            shown = confirmed(case, f, truths, offset, rng)
            seen |= bool(shown)
            if shown is False:
                wrong.append("FALSE: %s of lines %s by %s" % (f["kind"], lines_of(f, offset), f["witness"]))
        if f["kind"] == "race":
            groups.setdefault((f["scope"], *lines_of(f, offset)), []).append(f.get("suggestion", ""))
    for (scope, a, b), suggestions in groups.items():
        if not all(suggestions) or under:
            continue
        conditions = [condition(s) for s in suggestions]
        kept = [x for x in truths if all(c.holds(x[0].numbers(), x[0].contents) for c in conditions)]
        bad = [x for x in kept if any((r[0], *r[2:]) == (scope, a, b) for r in x[1][0])]
        if bad:
            wrong.append("WRONG: lines %d and %d are said not to race under %s, but %s: %s" % (
                a, b, " and ".join(suggestions), bad[0][0], told(bad[0][1])))
        if not any(x[1][3] for x in kept):
            wrong.append("EMPTY: %s, which no launch with work keeps" % " and ".join(suggestions))
    return wrong, seen


def by_construction(case, kernel):
    if case.known and kernel["verdict"] == "verified":
        return ["WRONG: verified" + (" under " + kernel["precondition"]["text"] if kernel.get("precondition") else "")]
    return ["FALSE: %s of lines %s" % (f["kind"], [a["line"] for a in f["accesses"]]) for f in kernel["findings"]
            if not case.known and f["severity"] == "error" and f["status"] == "confirmed"]


def condition(text):
    try:
        return Condition(text)
    except NotUnderstood:
        return Nothing()


class Nothing:
    """A condition that is not read: nothing is said of it."""

    def holds(self, numbers, contents):
        return False


def told(result):
    return "it hangs" if result[2] else str(sorted(result[0])[:3])

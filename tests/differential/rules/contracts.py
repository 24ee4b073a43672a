"""Conditions of the contract language, over the numbers and contents of one launch."""
import re

import syntax
from syntax import NotUnderstood


class Beyond(Exception):
    """An element that is not there."""


OPERATORS = {"+": lambda a, b: a + b, "-": lambda a, b: a - b, "*": lambda a, b: a * b, "&": lambda a, b: a & b, "|": lambda a, b: a | b,
             "^": lambda a, b: a ^ b, "<": lambda a, b: a < b, "<=": lambda a, b: a <= b, ">": lambda a, b: a > b, ">=": lambda a, b: a >= b,
             "==": lambda a, b: a == b, "!=": lambda a, b: a != b, "<<": lambda a, b: a << b, ">>": lambda a, b: a >> b}


def value(e, numbers, arrays):
    what = e[0]
    if what == "num":
        return e[1]
    if what == "name":
        if e[1] not in numbers:
            raise NotUnderstood("name " + e[1])
        return numbers[e[1]]
    if what == "member":
        return value(("name", e[1][1] + "." + e[2]), numbers, arrays)
    if what == "index":
        at = value(e[2], numbers, arrays)
        array = arrays.get(e[1][1])
        if array is None:
            raise NotUnderstood("array " + e[1][1])
        if not 0 <= at < len(array) or array[at] is None:
            raise Beyond
        return array[at]
    if what == "cast":
        return value(e[2], numbers, arrays)
    if what == "un":
        v = value(e[2], numbers, arrays)
        return {"-": lambda: -v, "!": lambda: not v, "+": lambda: v, "~": lambda: ~v}[e[1]]()
    if what == "cond":
        return value(e[2] if value(e[1], numbers, arrays) else e[3], numbers, arrays)
    if what == "call":
        return called(e[1], [a for a in e[3]], numbers, arrays)
    if what != "bin":
        raise NotUnderstood("a condition with " + what)
    op = e[1]
    a = value(e[2], numbers, arrays)
    if op == "&&":
        return a and value(e[3], numbers, arrays)
    if op == "||":
        return a or value(e[3], numbers, arrays)
    b = value(e[3], numbers, arrays)
    if op in ("/", "%"):
        if b == 0:
            return False
        q = abs(a) // abs(b) * (1 if (a < 0) == (b < 0) else -1)
        return q if op == "/" else a - b * q
    return OPERATORS[op](a, b)


def called(name, given, numbers, arrays):
    if name in ("min", "max"):
        return {"min": min, "max": max}[name](*[value(g, numbers, arrays) for g in given])
    names = [g[1] for g in given if g[0] == "name" and g[1] in arrays]
    a = [v for v in arrays[names[0]]]
    known = [v for v in a if v is not None]
    if name == "distinct":
        return len(set(known)) == len(known)
    if name in ("monotone", "sorted"):
        return all(x is None or y is None or x <= y for x, y in zip(a, a[1:]))
    if name == "range":
        lo, hi = (value(g, numbers, arrays) for g in given[1:])
        return all(lo <= v < hi for v in known)
    if name == "permutation":
        n = value(given[1], numbers, arrays)
        first = [v for v in a[:max(n, 0)] if v is not None]
        return len(set(first)) == len(first) and all(0 <= v < n for v in first)
    if name == "scan":
        o = arrays[names[1]]
        return all(v is None or v >= 0 for v in o) and all(
            None in (a[i], a[i + 1], o[i]) or a[i + 1] == a[i] + o[i] for i in range(min(len(a) - 1, len(o))))
    raise NotUnderstood("contract " + name)


def holds(parsed, numbers, arrays):
    _, variables, premises, goal = parsed
    if not variables:
        return implied(premises, goal, numbers, arrays)
    reach = max([len(a) for a in arrays.values()] or [0]) + 1
    for i in range(reach):
        for j in range(reach) if len(variables) > 1 else (0,):
            at = dict(numbers)
            at.update(zip(variables, (i, j)))
            try:
                if not implied(premises, goal, at, arrays):
                    return False
            except Beyond:
                pass
    return True


def implied(premises, goal, numbers, arrays):
    return not all(value(p, numbers, arrays) for p in premises) or bool(value(goal, numbers, arrays))


class Condition:
    def __init__(self, text):
        self.text = text
        self.parts = [syntax.condition(t) for t in split(text)]

    def holds(self, numbers, arrays):
        try:
            return all(holds(p, numbers, arrays) for p in self.parts)
        except Beyond:
            return True


def split(text):
    """The parts that && joins outside of brackets, without brackets around a forall."""
    parts, depth, last = [], 0, 0
    for at in range(len(text)):
        depth += (text[at] in "([") - (text[at] in ")]")
        if depth == 0 and text.startswith("forall", at):
            return parts + [text[last:]]
        if depth == 0 and text.startswith(("||", "->"), at):
            return [text]
        if depth == 0 and text.startswith("&&", at):
            parts.append(text[last:at])
            last = at + 2
    return [re.sub(r"^\s*\((forall.*)\)\s*$", r"\1", part) for part in parts + [text[last:]]]

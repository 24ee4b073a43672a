"""A program that differs made smaller: lines, or lines between braces, are left out while it differs."""
import tempfile

import host
import judge


def differs(text, seed, options):
    with tempfile.TemporaryDirectory() as folder:
        try:
            values, undefined, _ = host.values([text], folder, options.compiler)
        except (host.NotCompiled, OSError, ValueError, host.subprocess.TimeoutExpired):
            return False
        if undefined or not values[0] or any(len(v) != judge.THREADS for v in values[0].values()):
            return False
        outcome = judge.judge([text], [seed], values, folder, options.heddle, options.flag)[0]
        return any("not checked" not in wrong for wrong in outcome.wrong)


def spans(lines):
    """Line ranges whose braces match, longest first."""
    found = []
    for begin in range(len(lines)):
        depth = 0
        for end in range(begin, len(lines)):
            depth += lines[end].count("{") - lines[end].count("}")
            if depth < 0:
                break
            if depth == 0:
                found.append((begin, end + 1))
                break
    return sorted(found, key=lambda span: span[0] - span[1])


def smaller(text, seed, options, tries=80):
    if not differs(text, seed, options):
        return text
    changed = True
    while changed and tries > 0:
        changed = False
        lines = text.split("\n")
        for begin, end in spans(lines):
            tries -= 1
            less = "\n".join(lines[:begin] + lines[end:])
            if tries > 0 and "__global__" in less and less.startswith("namespace") and differs(less, seed, options):
                text, changed = less, True
                break
    return text

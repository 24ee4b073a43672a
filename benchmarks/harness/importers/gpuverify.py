"""mc-imperial/gpuverify's testsuite: every .cu file says on line 1 `//pass` or `//xfail:CODE`, on line 2
the options of the tool, and then regular expressions for its messages.

Messages say which kinds of findings are expected. A failure that is about loop invariants alone says
nothing of the kernel, and every code but NOT_ALL_VERIFIED that the tool could not read the file:
both are `rejected`.
"""

import itertools
import os
import re

from ..adapters import gpuverify

# Options with a meaning here, other than sizes, macros and folders; all others tune that tool.
FLAGS = {"--only-divergence": "only_divergence", "--only-intra-group": "only_intra_group"}


def expected_verdict(line, messages=()):
    """Of the first line of a test and its messages, or None when it is not a test."""
    match = re.match(r"//\s*(pass|xfail\s*:\s*(\w+))", line, re.IGNORECASE)
    if not match:
        return None
    if match.group(2) is None:
        return "verified"
    if any("invariant" in m for m in messages) and not any("race" in m for m in messages):
        return "rejected"
    return "refuted" if match.group(2).upper() == "NOT_ALL_VERIFIED" else "rejected"


def dimensions(text):
    """`64`, `[8,8]` or `{8,8}` as X[,Y[,Z]]; "" when a part is left open by `*`."""
    return "" if "*" in text else ",".join(re.findall(r"\d+", text))


def translate(line):
    """The fields of a manifest that the second line gives."""
    file, ignored = {}, []
    options = re.findall(r"\S+", line[2:]) if line.startswith("//") else []
    for option in options:
        name, _, value = option.partition("=")
        if name in ("--blockDim", "--local_size"):
            file["block"] = dimensions(value)
        elif name in ("--gridDim", "--num_groups"):
            file["grid"] = dimensions(value)
        elif name == "--warp-sync":
            file["warp_sync"] = int(value)
        elif name in FLAGS:
            file[FLAGS[name]] = True
        elif name == "--no-benign-tolerance":
            file.setdefault("options", {})["heddle"] = ["--strict-writes"]
        elif option.startswith(("-D", "-I")) and len(option) > 2:
            file.setdefault("defines" if option[1] == "D" else "includes", []).append(option[2:])
        elif option.startswith("-"):
            ignored.append(option)
    file.setdefault("options", {})["gpuverify"] = [o for o in options if o.startswith("-")]
    return {**file, "ignored": ignored}


def read_file(root, path):
    with open(os.path.join(root, path), encoding="utf-8", errors="replace") as source:
        first, second = source.readline(), source.readline()
        messages = [line[2:].strip() for line in itertools.takewhile(lambda l: l.startswith("//"), source)]
    expected = expected_verdict(first, messages)
    if expected is None:
        return None
    file = {"path": path, "expected": expected, **translate(second.strip())}
    folder = os.path.dirname(path)
    file["includes"] = [os.path.normpath(os.path.join(folder, i)) for i in file.get("includes", [])]
    # a message of the suite is a regular expression; what follows them may be prose
    kinds = gpuverify.kinds("\n".join(m.replace("\\", "") for m in messages)) if expected == "refuted" else []
    return {key: value for key, value in {**file, "kinds": kinds}.items() if value not in ("", [])}


def suite(root, options):
    files = []
    for folder, folders, names in os.walk(root):
        folders.sort()
        for name in sorted(names):
            if name.endswith(".cu"):
                file = read_file(root, os.path.relpath(os.path.join(folder, name), root))
                files += [file] if file else []
    return {"version": 1, "suite": "gpuverify", "root": os.path.abspath(root),
            "source": "first lines of the tests, mc-imperial/gpuverify", "files": files}

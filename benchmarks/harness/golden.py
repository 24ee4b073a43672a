"""The golden kernels as a suite: expectations are those of their header comments
(tests/golden/README.md), so that there is no second list to keep."""

import os
import re
import shlex

HEADER = re.compile(r"^// ([a-z]+): (.*[^ ]) *$", re.MULTILINE)
MARK = re.compile(r"/\*([A-Z]+)\*/")
VALUED = {"--block": "block", "--grid": "grid", "--kernel": "kernel", "--cta": "cta"}
# Options that every tool lacks and that do not change what is right: an answer for more cases.
HARMLESS = {"--timeout", "--memory", "-j", "--jobs", "--steps"}


def translate(flags):
    """Of a line of options: the fields of a manifest."""
    file, rest, words = {}, [], shlex.split(flags)
    while words:
        name, equals, value = words.pop(0).partition("=")
        if not equals and words and not words[0].startswith("-") and name not in (
                "--strict-writes", "--strict-exit", "--strict-aligned", "--bit-precise"):
            value = words.pop(0)
        if name in VALUED and value != "symbolic":
            file[VALUED[name]] = value
        elif name == "--warp-sync":
            file["warp_sync"] = int(value or 32)
        elif name == "--assume":
            file.setdefault("assume", []).append(value)
        elif name.startswith(("-D", "-I")):
            key = "defines" if name.startswith("-D") else "includes"
            file.setdefault(key, []).append((name[2:] + equals + value) if len(name) > 2 else value)
        elif name == "--param" and re.fullmatch(r"\w+=-?\d+", value):
            parameter, _, number = value.partition("=")
            file.setdefault("params", {})[parameter] = int(number)
        else:
            rest += [f"{name}={value}" if equals else name] + ([value] if value and not equals else [])
    if rest:
        file["options"] = {"heddle": rest}
        if set(word for word in rest if word.startswith("-")) - HARMLESS:
            file["needs"] = "needs " + " ".join(rest)
    return file


def read_file(root, path):
    """The manifest's entry of one kernel, or None when it is none."""
    with open(os.path.join(root, path), encoding="utf-8", errors="replace") as source:
        text = source.read()
    headers = HEADER.findall(text)
    expected = [value.split("|") for key, value in headers if key == "expect"]
    if not expected:
        return None
    marked = text
    cuda = os.path.splitext(os.path.join(root, path))[0] + ".cu"
    if path.endswith(".ptx") and os.path.exists(cuda):
        with open(cuda, encoding="utf-8") as source:
            marked = source.read()
    marks = {}
    for number, line in enumerate(marked.splitlines(), 1):
        for mark in MARK.findall(line):
            marks.setdefault(mark, []).append(number)
    errors = [value.split() for key, value in headers if key == "finding" and value.split()[2] == "error"]
    file = {"path": path, "expected": ["input-error" if e == "error" else e for e in expected[0]]}
    for key, value in headers:
        if key == "flags":
            file.update(translate(value))
        elif key == "origin":
            file["source"] = value
    if errors:
        file["kinds"] = sorted({words[0] for words in errors})
        file["lines"] = sorted({n for words in errors for place in words[3:] for mark in place.split("|")
                                for n in marks.get(mark, [])})
    return file


def suite(root, below=""):
    files = []
    for folder, folders, names in os.walk(os.path.join(root, below)):
        folders.sort()
        for name in sorted(names):
            path = os.path.relpath(os.path.join(folder, name), root)
            # the source of compiled code has its expectations there
            compiled = name.endswith(".cu") and os.path.splitext(name)[0] + ".ptx" in names
            if name.endswith((".cu", ".ptx")) and not compiled:
                file = read_file(root, path)
                if file:
                    files.append(file)
    return {"version": 1, "suite": below or "golden", "root": root, "source": "header comments of the kernels",
            "files": files}

"""Suites as data: what there is to check, and what is expected of it.

    {"version": 1, "suite": "pairs", "root": ".", "source": "where the expectations come from",
     "files": [{"path": "a.cu", "block": "64", "grid": "2", "expected": "refuted", "kinds": ["race"]}]}

`root` is a folder, relative to the manifest's. A file may say, all but `path` being optional:

    path        the kernel's file below the root: CUDA, or PTX for tools that read compiled code
    name        of the row; the path unless two rows share it
    text        the file's content, for generated suites: there is no file below the root then
    kernel      check only this kernel
    block, grid, cta  "X[,Y[,Z]]"; cta is the block that tools run that run one block
    defines, includes, assume   lists; includes are relative to the root
    params      {name: number}
    warp_sync   number of consecutive threads in lock-step
    only_divergence, only_intra_group   true: findings of other kinds do not count
    options     {tool: list}: further arguments of one tool, without which its verdict means nothing
    needs       why only tools that `options` names can check the file
    expected    "verified", "refuted", "unknown", "input-error", "rejected" (the suite's own tool
                cannot read the file), or a list of verdicts that are right
    kinds, lines    of findings, one of which must be among those found
    source      of this file's expectation
    host        a CUDA program that launches the kernel, for tools that need a GPU
    arch        what it is compiled for, as nvcc calls it; native unless given
    family, size    of a generated file, for fits of growth
    ignored     options of the suite that no tool here has
"""

import json
import os

VERDICTS = ["verified", "refuted", "unknown", "input-error", "rejected"]
LISTS = ["defines", "includes", "assume", "kinds", "lines", "ignored"]
STRINGS = ["path", "name", "text", "kernel", "block", "grid", "cta", "source", "host", "arch", "family", "needs"]
OTHERS = {"params": dict, "warp_sync": int, "only_divergence": bool, "only_intra_group": bool,
          "options": dict, "expected": (str, list), "size": (int, float)}
TYPES = {**{name: list for name in LISTS}, **{name: str for name in STRINGS}, **OTHERS}


class Error(Exception):
    """What is wrong with a manifest, in one line."""


def check_file(file, where):
    if not isinstance(file, dict) or not isinstance(file.get("path"), str):
        raise Error(f"{where}: a file is an object with a `path`")
    where = f"{where}: {file['path']}"
    for key, value in file.items():
        if key not in TYPES:
            raise Error(f"{where}: `{key}` is not known")
        if not isinstance(value, TYPES[key]):
            raise Error(f"{where}: `{key}` has a value of the wrong type")
    for verdict in expected_verdicts(file):
        if verdict not in VERDICTS:
            raise Error(f"{where}: `{verdict}` is no verdict: expected one of {', '.join(VERDICTS)}")


def expected_verdicts(file):
    expected = file.get("expected", [])
    return [expected] if isinstance(expected, str) else expected


def name_of(file):
    return file.get("name", file["path"])


def check(suite, where):
    """Raises Error unless the object is a manifest."""
    if not isinstance(suite, dict) or suite.get("version") != 1 or not isinstance(suite.get("files"), list):
        raise Error(f"{where}: not a manifest: expected an object with version 1 and a list `files`")
    for key in suite:
        if key not in ("version", "suite", "root", "source", "files"):
            raise Error(f"{where}: `{key}` is not known")
    seen = set()
    for file in suite["files"]:
        check_file(file, where)
        if name_of(file) in seen:
            raise Error(f"{where}: two files are named {name_of(file)}")
        seen.add(name_of(file))
    if not suite["files"]:
        raise Error(f"{where}: no files")


def load(path):
    try:
        with open(path, encoding="utf-8") as file:
            suite = json.load(file)
    except OSError as error:
        raise Error(f"{path}: {error.strerror}") from error
    except ValueError as error:
        raise Error(f"{path}: not JSON: {error}") from error
    check(suite, path)
    suite["root"] = os.path.normpath(os.path.join(os.path.dirname(path), suite.get("root", ".")))
    suite.setdefault("suite", os.path.splitext(os.path.basename(path))[0])
    return suite


def write_json(path, content):
    """`path` is written whole or not at all."""
    partial = path + ".partial"
    with open(partial, "w", encoding="utf-8") as file:
        json.dump(content, file, indent=1)
        file.write("\n")
    os.replace(partial, path)

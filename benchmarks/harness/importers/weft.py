"""lightsighter/Weft's examples: `run_examples.sh` says with which options each kernel is checked, the
Makefiles with which macros it is compiled, and the paper (recorded/weft_paper.json) which kernels
race. WEFT reads compiled code, so the kernels are compiled with nvcc into a folder beside the
manifest; shuffles without a mask, which today's compilers no longer have, are read as those of a
full warp.
"""

import json
import os
import re
import subprocess

from .. import manifest

PAPER = os.path.join(os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__)))),
                     "recorded", "weft_paper.json")
SHUFFLES = "".join(f"#define __shfl{kind}(value, ...) __shfl{kind}_sync(0xffffffffu, value, __VA_ARGS__)\n"
                   for kind in ("", "_down", "_up", "_xor"))
EXPECTED = {"none": {"expected": "verified"}, "benign": {"expected": ["verified", "refuted"]},
            "harmful": {"expected": "refuted", "kinds": ["race"]}}
# What the examples of wrong use are about. Arrivals alone complete a generation without harm, though
# WEFT refuses them.
NEGATIVES = {"arrival": {"expected": "verified"}, "deadlock": {"expected": "refuted", "kinds": ["deadlock"]},
             "different": {"expected": "refuted", "kinds": ["count"]},
             "over": {"expected": "refuted", "kinds": ["count"]}}


def commands(text):
    """{path without ending: arguments of weft} of run_examples.sh."""
    found, folder = {}, ""
    for line in text.splitlines():
        words = line.split()
        if words[:1] == ["cd"]:
            folder = "" if words[1].startswith(".") else words[1]
        elif words and words[0].endswith("/weft"):
            found[f"{folder}/{os.path.splitext(words[-1])[0]}"] = words[1:-1]
    return found


def small_macros(makefile, name):
    """-D arguments of the rule for the small variant of a kernel."""
    for target, recipe in re.findall(r"^%(\S*)_small\.ptx\s*:.*\n\t(.*)$", makefile, re.MULTILINE):
        if name.endswith(target):
            return re.findall(r"-D\S+", recipe)
    return []


def compile_kernel(source, target, macros, shuffles):
    command = ["nvcc", "-ptx", "-lineinfo", "-m64", "-arch=compute_75", "-w", "-include", shuffles, *macros,
               "-o", target, source]
    try:
        done = subprocess.run(command, capture_output=True, text=True, check=False)
    except FileNotFoundError:
        raise manifest.Error("nvcc is not on PATH: WEFT's examples must be compiled for it") from None
    return "" if done.returncode == 0 else (done.stderr + done.stdout).strip()[:200]


def read(path):
    with open(path, encoding="utf-8", errors="replace") as file:
        return file.read()


def entry(key, arguments, compiled, paper):
    file = {"path": key + ".ptx", **NEGATIVES.get(os.path.basename(key), {})}
    if key in paper["kernels"]:
        known = paper["kernels"][key]
        file.update(EXPECTED[known["races"]], source=paper["source"])
        file["block"] = str(known["threads"])
    if "-n" in arguments:
        file["block"] = arguments[arguments.index("-n") + 1].replace("x", ",")
    if "-s" in arguments or "shfl" in compiled:  # WEFT turns it on by itself for shuffles
        file["warp_sync"] = 32
    return file


def suite(root, options):
    """The examples below `root`, a checkout of the repository; options.small: the small variants."""
    examples = os.path.join(root, "examples")
    arguments = commands(read(os.path.join(examples, "run_examples.sh")))
    with open(PAPER, encoding="utf-8") as file:
        paper = json.load(file)
    built = os.path.splitext(os.path.abspath(options.out))[0] + ".ptx-files"
    os.makedirs(built, exist_ok=True)
    shuffles = os.path.join(built, "shuffles.h")
    with open(shuffles, "w", encoding="utf-8") as file:
        file.write(SHUFFLES)
    files = []
    for folder in sorted(os.listdir(examples)):
        here = os.path.join(examples, folder)
        names = sorted(n for n in os.listdir(here) if n.endswith(".cu")) if os.path.isdir(here) else []
        for name in names:
            key = f"{folder}/{name[:-3]}"
            makefile = read(os.path.join(here, "Makefile"))
            macros = small_macros(makefile, name[:-3]) if options.small else []
            target = os.path.join(built, key + ".ptx")
            os.makedirs(os.path.dirname(target), exist_ok=True)
            failed = compile_kernel(os.path.join(here, name), target, macros, shuffles)
            if failed:
                print(f"compare: {key}.cu is left out: {failed}")
                continue
            files.append(entry(key, arguments.get(key, []), read(target), paper))
    return {"version": 1, "suite": "weft-small" if options.small else "weft", "root": built,
            "source": "lightsighter/Weft and " + paper["source"], "files": files}

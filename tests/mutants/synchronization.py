#!/usr/bin/env python3
"""Attacks `verified` where threads synchronize: clean golden kernels with damage to their barriers.

    synchronization.py --heddle BINARY [--sample N] [--seed TEXT] [-j N] [FOLDER..]

Calls that synchronize are left out, made twice, made by some lanes only or moved; counts, ids,
parities, stages, masks, sizes of tiles, first and last iterations and boundaries of roles change. A
mutant that `heddle check` verifies is compiled with nvcc (exit code 77 where there is none) and run
by `heddle ptx` with small parameters: it must not be refuted there. One that is refuted with certainty, at its
barriers or in shared memory, must not be verified by `heddle ptx` with the values of the witness. (Races between
equal values, and accesses outside of an array, are not told alike by both: these are let pass.)
"""
import argparse
import glob
import hashlib
import json
import os
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor

from mutate import blank, closing

HERE = os.path.dirname(os.path.abspath(__file__))
GOLDEN = os.path.join(HERE, "..", "golden")
FOLDERS = ["named", "warps", "clusters", "async", "field", "exits"]
CALL = re.compile(r"(?<![\w.>:])((?:\w+(?:\[[^\]]*\])?(?:\.|->|::))*(?:mbar\w*|named_\w+|bar\w*|sync\w*|arrive\w*|"
                  r"wait\w*|__sync\w+|__pipeline_\w+|\w*_sync|\w*_arrive|\w*_wait|\w*_expect|consumer_\w+|producer_\w+|"
                  r"release\w*|acquire\w*|fence\w*|init)\s*)\(")
VALUES = (0, 1, 2, 3, 5, 8)  # of integer parameters
SYNCHRONIZATION = {"deadlock", "count", "barrier-id", "recycling", "lapped"}
VERDICTS = {0: "verified", 1: "refuted", 2: "error", 3: "unknown"}


def header(text, key):
    match = re.search(r"^// %s: (.*)$" % key, text, re.M)
    return match.group(1).strip() if match else ""


def statements(code, start):
    """(begin, arguments, end) of calls that synchronize and are statements of their own."""
    for match in CALL.finditer(code, start):
        end = closing(code, match.end() - 1)
        before = code[:match.start()].rstrip()
        if end and code[end + 1:].lstrip().startswith(";") and (before[-1:] in ";{})" or before.endswith("else")):
            yield match.start(), match.end(), end


def of_calls(text, code, start):
    for begin, arguments, end in statements(code, start):
        call = text[begin:end + 1]
        yield "drop", begin, text[:begin] + "(void)0" + text[end + 1:]
        yield "twice", begin, text[:begin] + "{ " + call + "; " + call + "; }" + text[end + 2:]
        yield "lane", begin, text[:begin] + "if (threadIdx.x % 32 == 0) " + text[begin:]
        yield "warps", begin, text[:begin] + "if (threadIdx.x >= 32) " + text[begin:]
        for number in re.finditer(r"(?<![\w.])(\d+)(?![\w.])", code[arguments:end]):
            value = int(number.group(1))
            other = value // 2 if value and value % 32 == 0 else value + 1
            yield "number", begin, text[:arguments + number.start()] + str(other) + text[arguments + number.end():]
        first, last = text.rfind("\n", 0, begin) + 1, text.find("\n", begin) + 1
        after = text.find("\n", last) + 1
        here, behind = text[first:last], text[last:after]
        if not re.search(r"[{}]|\bfor\b", here + behind) and behind.rstrip().endswith((";", "*/")):
            yield "later", begin, text[:first] + behind + here + text[after:]


PATTERNS = [
    ("flip", r"& 1\b", lambda m: "& 1 ^ 1"),
    ("modulus", r"% ?(\w+)", lambda m: "%% (%s + 1)" % m.group(1)),
    ("first", r"(for ?\((?:int|unsigned) \w+ = )0", lambda m: m.group(1) + "1"),
    ("last", r"(\w < \w+);", lambda m: m.group(1) + " - 1;"),
    ("mask", r"0x[fF]{8}u?", lambda m: "0xffffu"),
    ("tile", r"tiled_partition<(\d+)>", lambda m: "tiled_partition<%d>" % (int(m.group(1)) // 2)),
    ("order", r"\.(?:acquire|release|acq_rel)\b", lambda m: ".relaxed"),
    ("prior", r"(wait_prior\(|wait_group )(\d)", lambda m: m.group(1) + str(int(m.group(2)) + 1)),
    ("ahead", r"(< \w+ \+ )(\w+)", lambda m: m.group(1) + m.group(2) + " + 1"),
    ("behind", r"\b(f|fetched|from|to) = 0", lambda m: m.group(1) + " = 1"),
    ("role", r"(threadIdx\.x (?:<|>=|==) )(\d+)", lambda m: m.group(1) + str(int(m.group(2)) + 32)),
]


def mutants(text):
    """(operator, mutant); what is before the kernel, wrappers of instructions, stays."""
    code = blank(text)
    start = max(code.find("__global__"), 0)
    for operator, _, mutant in of_calls(text, code, start):
        yield operator, mutant
    for operator, pattern, replacement in PATTERNS:
        for match in re.finditer(pattern, code[start:]):
            begin, end = start + match.start(), start + match.end()
            yield operator, text[:begin] + replacement(match) + text[end:]


def jobs(options):
    for folder in options.folders or FOLDERS:
        for path in sorted(glob.glob(os.path.join(GOLDEN, folder, "**", "*.cu"), recursive=True)):
            text = open(path).read()
            if header(text, "expect") != "verified":
                continue
            name, count = os.path.relpath(path, GOLDEN), {}
            for operator, mutant in mutants(text):
                ordinal = count[operator] = count.get(operator, 0) + 1
                key = "%s %s %s %d" % (options.seed, name, operator, ordinal)
                if int(hashlib.sha1(key.encode()).hexdigest(), 16) % options.sample == 0:
                    yield options, "%s %s %d" % (name, operator, ordinal), mutant


def run(command):
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=300)
    except subprocess.TimeoutExpired:
        return "timeout", "", ""
    return VERDICTS.get(done.returncode, "crash %d" % done.returncode), done.stdout, done.stderr


def compiled_flags(flags):
    """(macros, block) of the flags of a golden file."""
    macros, block, rest = [], [], iter(flags)
    for flag in rest:
        if flag == "-D":
            macros.append("-D" + next(rest))
        elif flag == "--block":
            block = ["--block", next(rest)]
        elif flag.startswith("--") and flag not in ("--warp-sync",):
            next(rest, None)
    return macros, block


def compiled(source, flags, arch):
    """(PTX, its text, the block's size as an option), or None for words that only Heddle knows."""
    macros, block = compiled_flags(flags)
    ptx = source[:-3] + ".ptx"
    command = ["nvcc", "-ptx", "-lineinfo", "-std=c++20", "-w", "-arch=" + arch, *macros, "-o", ptx, source]
    if subprocess.run(command, capture_output=True).returncode:
        return None
    code = open(ptx).read()
    if not block and ".maxntid" not in code and ".reqntid" not in code:
        block = ["--block", "64"]
    return ptx, code, block


def verified_when_compiled(options, source, flags, arch, kernel, text):
    """The first certain finding of synchronization or of shared memory of which `heddle ptx` sees nothing, or ''."""
    shared = set(re.findall(r"__shared__[^;]*?(\w+)(?:\[[^;]*)?;", text))
    certain = [f for f in kernel["findings"] if f["status"] == "confirmed" and f["severity"] == "error" and
               (f["kind"] in SYNCHRONIZATION or
                (f["kind"] == "race" and f["accesses"][0]["array"].split("[")[0] in shared))]
    made = compiled(source, flags, arch) if certain else None
    if not made:
        return ""
    ptx, code, block = made
    signature = re.search(r"__global__[^;{]*?\(([^()]*)\)\s*\{", text)
    names = [(re.findall(r"\w+", p) or [""])[-1] for p in signature.group(1).split(",")] if signature else []
    for finding in certain[:1]:
        witness = finding["witness"]
        given = [word for i, n in enumerate(names) if n in witness
                 for word in ("--param", "param_%d=%d" % (i, witness[n]))]
        grid = ",".join(str(witness.get("gridDim." + a, 1)) for a in "xyz")
        verdict, out, _ = run([options.heddle, "ptx", "--grid", grid, *block, *given, ptx])
        if verdict == "verified" and len(re.findall(r"\.entry", code)) == 1:
            return "%s with %s is not seen" % (finding["kind"], witness)
    return ""


def refuted_when_compiled(options, source, flags, arch):
    """What `heddle ptx` finds wrong with some parameters, or ''."""
    made = compiled(source, flags, arch)
    if not made:
        return ""
    ptx, code, block = made
    for name, parameters in re.findall(r"\.entry (\w+)\(([^)]*)\)", code):
        numbers = [i for i, p in enumerate(parameters.split(",")) if re.search(r"\.(?:u32|s32|b32)\b", p)]
        for value in VALUES if numbers else VALUES[:1]:
            given = [word for i in numbers for word in ("--param", "param_%d=%d" % (i, value))]
            verdict, out, _ = run([options.heddle, "ptx", "--kernel", name, "--grid", "1", *block, *given, ptx])
            if verdict == "refuted" and "unknown:" not in out:
                return "with %s: %s" % (value, out[:600])
    return ""


def judge(job):
    options, name, mutant = job
    flags = shlex.split(header(mutant, "flags"))
    with tempfile.TemporaryDirectory() as folder:
        source = os.path.join(folder, "mutant.cu")
        with open(source, "w") as file:
            file.write(mutant)
        verdict, out, err = run([options.heddle, "check", "--format", "json", *flags, source])
        found = ""
        if verdict == "verified":
            kinds = {f["kind"] for k in json.loads(out)["kernels"] for f in k["findings"]}
            found = refuted_when_compiled(options, source, flags, header(mutant, "arch") or "sm_90")
            if "same-value-write" in kinds and "data race" in found:
                found = ""
        if verdict == "refuted":
            kernels = json.loads(out)["kernels"]
            found = "" if len(kernels) != 1 else verified_when_compiled(
                options, source, flags, header(mutant, "arch") or "sm_90", kernels[0], mutant)
    return name, verdict, found, err


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--heddle", required=True)
    parser.add_argument("--sample", type=int, default=1)
    parser.add_argument("--seed", default="")
    parser.add_argument("-j", type=int, default=os.cpu_count())
    parser.add_argument("folders", nargs="*")
    options = parser.parse_args()
    if not shutil.which("nvcc"):
        print("nvcc is not there")
        return 77
    counts, failed = {}, 0
    with ThreadPoolExecutor(options.j) as pool:
        for name, verdict, found, err in pool.map(judge, jobs(options)):
            counts[verdict] = counts.get(verdict, 0) + 1
            if found or verdict.startswith("crash"):
                failed += 1
                print("WRONG %s is %s; compiled: %s%s" % (name, verdict, found, err[-300:]))
    print(", ".join("%d %s" % (n, v) for v, n in sorted(counts.items())))
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())

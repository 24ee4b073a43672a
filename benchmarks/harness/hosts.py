"""Host programs that launch the kernels of a file, for tools that watch runs on a GPU.

Sizes are what flags, launches and bounds of the file say, as Heddle tells them; where they say nothing, a
few that are usual. A witness of Heddle's is a launch of its own, so that a run has a chance to
see what Heddle found. Parameters get small values under which the assumptions in force hold.
"""

import ast
import itertools
import json
import math
import re
import shlex
import subprocess

TRIPLE = re.compile(r"^(block|grid|cluster)Dim = \((\d+), (\d+), (\d+)\)")
ONE = re.compile(r"^(block|grid)Dim\.([xyz]) == (\d+)")
USUAL = [64, 100, 8, 1, 2, 4, 16, 3, 5, 32, 128, 256, 512, 768, 1024, 0, 7, 33, 37, 2048, 4096]
TRIES = 60000
MOST_THREADS = 1 << 20  # a launch, and a number that says how often a loop runs
SHARED_BYTES = 96 * 1024
# What no host program of this kind can give.
UNFIT = [(r"// arch: sm_1\d\d", "instructions of a later architecture"),
         (r"\btcgen05\b", "instructions of a later architecture")]
ELEMENTS = {"u8": "UINT8", "u16": "UINT16", "u32": "UINT32", "i32": "INT32", "u64": "UINT64", "i64": "INT64",
            "f16": "FLOAT16", "bf16": "BFLOAT16", "f32": "FLOAT32", "f64": "FLOAT64"}


class Unfit(Exception):
    """Why there is no host program, in one line."""


def ask(heddle, path, flags):
    """Heddle's answer about a file, as an object."""
    done = subprocess.run([heddle, "check", path, *flags, "--format", "json", "-j", "1"], capture_output=True, text=True,
                          check=False, timeout=120)
    try:
        return json.loads(done.stdout)
    except ValueError:
        raise Unfit("heddle says nothing of it") from None


def flags_of(text):
    found = re.search(r"^// flags: (.*)$", text, re.MULTILINE)
    return shlex.split(found.group(1)) if found else []


# --- parameters -------------------------------------------------------------------------------

def split_list(text):
    """Parts between commas that are in no brackets."""
    parts, depth, start = [], 0, 0
    for place, letter in enumerate(text):
        depth += (letter in "(<[{") - (letter in ")>]}")
        if letter == "," and depth == 0:
            parts.append(text[start:place])
            start = place + 1
    return [part.strip() for part in parts + [text[start:]] if part.strip()]


def within_brackets(text, start):
    """What stands from behind an opening bracket to the one that closes it."""
    depth, end = 1, start
    while depth and end < len(text):
        depth += (text[end] == "(") - (text[end] == ")")
        end += 1
    return text[start:end - 1]


def definitions(text, kernel):
    """Of a kernel's parameters, as the file has them."""
    bare = re.sub(r"//[^\n]*|/\*.*?\*/", " ", text, flags=re.DOTALL)
    name = re.escape(re.sub(r"<.*", "", kernel).rsplit("::", 1)[-1])
    found = re.search(rf"__global__[^;{{}}]*?\b{name}\s*\(", bare)
    if not found:
        raise Unfit("its definition is not found in the file")
    return split_list(within_brackets(bare, found.end()))


def parameters(text, kernel):
    """[(name, is a pointer)] of a kernel as its definition has them."""
    result = []
    for part in definitions(text, kernel):
        part = part.split("=")[0]
        words = re.findall(r"[A-Za-z_]\w*", part.split("[")[0])
        result.append((words[-1] if words else "", "*" in part or "[" in part))
    return [p for p in result if p[0] != "void"]


def boxes_of(text, kernel):
    """C++ of the boxes of a kernel's tensor maps, which the file's flags name."""
    flags = flags_of(text)
    named = dict(word.split("=", 1) for option, word in zip(flags, flags[1:]) if option == "--tensor-map")
    result = []
    for position, part in enumerate(definitions(text, kernel)):
        if not re.search(r"\bCUtensorMap\b", part):
            continue
        *extents, element = named.get(re.findall(r"\w+", part)[-1], "").split("x")
        if "*" in part or not extents or element not in ELEMENTS:
            raise Unfit("tensor maps in memory, or without a box")
        result.append(f"{{{position}, CU_TENSOR_MAP_DATA_TYPE_{ELEMENTS[element]}, {len(extents)}, {{{', '.join(extents)}}}}}")
    return "{" + ", ".join(result) + "}"


# --- assumptions ------------------------------------------------------------------------------

def condition(assumption):
    """A compiled Python expression, or None for what is no condition on numbers."""
    text = re.sub(r" \([^()]*(\([^()]*\)[^()]*)*\)$", "", assumption)
    text = re.sub(r"\b(\d+)[uUlL]+\b", r"\1", text).replace("&&", " and ").replace("||", " or ")
    text = re.sub(r"!(?!=)", " not ", text).replace("/", "//")
    text = re.sub(r"\b(block|grid|cluster)Dim\.([xyz])", r"\1Dim_\2", text)
    try:
        tree = ast.parse(text.strip(), mode="eval")
    except (SyntaxError, ValueError):
        return None
    names = {node.id for node in ast.walk(tree) if isinstance(node, ast.Name)}
    prose = (ast.Call, ast.Attribute, ast.Subscript, ast.Is, ast.IsNot, ast.In, ast.NotIn)
    if any(isinstance(node, prose) for node in ast.walk(tree)):
        return None
    return (compile(tree, "assumption", "eval"), names)


def holds(conditions, values):
    for code, names in conditions:
        if names <= values.keys():
            try:
                if not eval(code, {"__builtins__": {}}, values):  # an expression over numbers: `condition` saw to it
                    return False
            except (ArithmeticError, TypeError, ValueError):
                return False
    return True


def choose(names, conditions, sizes, first):
    """Values of the parameters, `first` if it may be, under which the conditions hold; or None."""
    used = sorted({name for _, asked in conditions for name in asked} & set(names))
    order = [first] + [value for value in USUAL if value != first]
    for picked in itertools.islice(itertools.product(order, repeat=len(used)), TRIES):
        values = {**{name: first for name in names}, **dict(zip(used, picked))}
        if holds(conditions, {**values, **sizes}):
            return values
    return None


def promises(text):
    """What `__requires` says in the file; those of several kernels are taken together."""
    return [within_brackets(text, found.end()).strip().strip('"')
            for found in re.finditer(r"\b__(?:global_)?requires\s*\(", text)]


def constants(text):
    """{name: number} of the file's macros and constants that are plain numbers."""
    found = re.findall(r"^\s*#\s*define\s+(\w+)\s+\(?(\d+)\)?\s*$", text, re.MULTILINE)
    found += re.findall(r"\bconst(?:expr)?\s+(?:static\s+)?(?:int|unsigned|size_t)\s+(\w+)\s*=\s*(\d+)\s*;", text)
    return {name: int(value) for name, value in found}


# --- launches ---------------------------------------------------------------------------------

def known_sizes(assumptions):
    """{("block", "x"): 64} of what the assumptions fix."""
    fixed = {}
    for text in assumptions:
        triple, one = TRIPLE.match(text), ONE.match(text)
        if triple:
            fixed.update({(triple[1], axis): int(triple[n + 2]) for n, axis in enumerate("xyz")})
        elif one:
            fixed[one[1], one[2]] = int(one[3])
    return fixed


def axes_of_blocks(text):
    """Along which a kernel asks which block it is in: others are of no meaning to Heddle."""
    if re.search(r"\bblockIdx\b(?!\s*\.)|\bctaid\b|\bgroup_index\b|\bblock_index\b|\bthis_grid\b|\bgrid_group\b", text):
        return "xyz"
    return [axis for axis in "xyz" if re.search(rf"\bblockIdx\s*\.\s*{axis}\b", text)]


def sizes_of(blocks, fixed, axes="xyz"):
    """Dimensions of a launch of about `blocks` threads a block, as names of CUDA's."""
    free = [axis for axis in "xyz" if ("block", axis) not in fixed]
    shapes = {0: [], 1: [blocks], 2: [blocks // 8, 8], 3: [blocks // 16, 4, 4]}
    block = dict(zip(free, shapes[len(free)]))
    grid = {axis: 1 if blocks == 64 or axis not in axes else 4 if axis == "x" else 2 for axis in "xyz"}
    values = {f"blockDim_{axis}": fixed.get(("block", axis), block.get(axis)) for axis in "xyz"}
    values.update({f"gridDim_{axis}": fixed.get(("grid", axis), grid[axis] * fixed.get(("cluster", axis), 1))
                   for axis in "xyz"})
    return values


def other_shapes(fixed):
    """Blocks to try where the assumptions do not allow the usual ones."""
    free = [axis for axis in "xyz" if ("block", axis) not in fixed]
    shapes = {1: [(32,), (16,), (256,), (512,), (1024,), (96,), (8,), (1,)],
              2: [(16, 16), (32, 8), (32, 32), (32, 4), (8, 4), (4, 4), (32, 1), (1, 1)],
              3: [(8, 8, 8), (16, 16, 1), (32, 32, 1), (32, 8, 1), (4, 2, 2), (1, 1, 1)]}
    return [{f"blockDim_{axis}": size for axis, size in zip(free, shape)} for shape in shapes.get(len(free), [])]


def threads_of(sizes):
    return math.prod(sizes.values())


def sizes_of_witness(witness, fixed):
    """What it leaves open does not matter to it."""
    sizes = {f"{kind}Dim_{axis}": fixed.get((kind, axis), fixed.get(("cluster", axis), 1) if kind == "grid" else 1)
             for kind in ("block", "grid") for axis in "xyz"}
    return {name: witness.get(name, value) for name, value in sizes.items()}


def launches_of(kernel, names, text):
    """[(sizes, values)]: of the kernel's witnesses, then some that its assumptions and what the file
    promises allow."""
    assumptions, known = kernel["assumptions"] + promises(text), constants(text)
    fixed, axes = known_sizes(assumptions), axes_of_blocks(text)
    conditions = [c for c in map(condition, assumptions) if c]
    result = []
    for finding in kernel["findings"][:2]:
        witness = {name.replace(".", "_"): value for name, value in finding.get("witness", {}).items()}
        sizes = sizes_of_witness(witness, fixed)
        values = {name: witness.get(name, 64) for name in names}
        if threads_of(sizes) <= MOST_THREADS and all(abs(value) <= MOST_THREADS for value in values.values()):
            result.append((sizes, values))
    for block, first in ((64, 64), (128, 100), (256, 8)):
        shapes = [sizes_of(block, fixed, axes)] + [{**sizes_of(64, fixed), **shape} for shape in other_shapes(fixed)]
        chosen = ((sizes, choose(names, conditions, {**known, **sizes}, first)) for sizes in shapes)
        found = next(((sizes, values) for sizes, values in chosen if values is not None), None)
        if found and found not in result:
            result.append(found)
    if not result:
        raise Unfit("no sizes are found under which its assumptions hold")
    return result


def fill_of(assumptions):
    text = " ".join(assumptions)
    if re.search(r"\b(distinct|permutation|monotone)\(", text):
        return "positions"
    return "zeros" if re.search(r"\bholds zeros\b|\bforall\b|\b(sorted|scan|range)\(", text) else "small_numbers"


def dimension(values, name):
    return "{" + ", ".join(str(values[f"{name}Dim_{axis}"]) for axis in "xyz") + "}"


def cluster_of(assumptions):
    triples = [TRIPLE.match(text) for text in assumptions
               if text.startswith("clusterDim") and "(__cluster_dims__" not in text]
    return "{" + ", ".join(triples[0].groups()[1:]) + "}" if triples and triples[0] else "{0, 0, 0}"


def calls_of(text, kernel):
    """Lines of C++ that launch one kernel."""
    wanted = parameters(text, kernel["kernel"])
    names = [name for name, pointer in wanted if not pointer]
    shared = SHARED_BYTES if re.search(r"\bextern\s+__shared__", text) else 0
    cooperative = "true" if re.search(r"\bthis_grid\b|\bgrid_group\b", text) else "false"
    lines = []
    for sizes, values in launches_of(kernel, names, text):
        given = ", ".join("0" if pointer else f"{values[name]}LL" for name, pointer in wanted)
        lines.append(f'  if (!host_program::run("{kernel["kernel"]}", {kernel["kernel"]}, '
                     f'{{{dimension(sizes, "grid")}, {dimension(sizes, "block")}, {shared}, '
                     f'host_program::{fill_of(kernel["assumptions"])}, {cooperative}, '
                     f'{cluster_of(kernel["assumptions"])}, {boxes_of(text, kernel["kernel"])}}}, {{{given}}})) return 1;')
    return lines


def refuse(text, without_shared):
    """Raises Unfit for a file that no host program of this kind is for."""
    for pattern, reason in UNFIT:
        if re.search(pattern, text):
            raise Unfit(reason)
    if not without_shared and not re.search(r"\b__shared__\b", text):
        raise Unfit("no shared memory")


def program(path, text, answer):
    """The text of a host program for a file, a path below the suite's root, given Heddle's answer about it."""
    lines = [line for kernel in answer.get("kernels", []) for line in calls_of(text, kernel)]
    if not lines:
        raise Unfit("no kernel in it")
    rename = ["#define main main_of_the_file"] if re.search(r"\bmain\s*\(", text) else []
    after = ["#undef main"] if rename else []
    return "\n".join(["// Written by benchmarks/host_programs.", '#include "launch.cuh"', *rename,
                      f'#include "{path}"', *after, "", "int main() {", *dict.fromkeys(lines), "}", ""])

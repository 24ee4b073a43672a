#!/usr/bin/env python3
"""Runs CUDA kernels on the host and reports races, divergence and failed assertions.

    emulate.py FILE.cu...        flags are read from each file's `// flags:` line

An oracle for the tests: see runtime.cpp. It judges single executions, so what it finds is real
(up to emulated details such as shuffles under divergence), and finding nothing proves nothing.
"""
import hashlib
import os
import re
import shlex
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
CXX = os.environ.get("CXX", "g++")
AXES = "xyz"


class NotEmulated(Exception):
    """The kernel needs something that the emulator does not have."""


def build_runtime(cache=None):
    """Compiles the runtime once; returns its object files."""
    sources = ["runtime.cpp", "search.cpp"]
    digest = hashlib.sha1()
    for name in sources + ["runtime.hpp", "interface.hpp"]:
        digest.update(open(os.path.join(HERE, name), "rb").read())
    folder = os.path.join(cache or tempfile.gettempdir(),
                          "heddle-emulator-%d-%s" % (os.getuid(), digest.hexdigest()[:12]))
    os.makedirs(folder, exist_ok=True)
    objects = []
    for name in sources:
        target = os.path.join(folder, name + ".o")
        if not os.path.exists(target):
            part = "%s.%d" % (target, os.getpid())
            subprocess.run([CXX, "-std=c++20", "-O2", "-c", os.path.join(HERE, name), "-o", part],
                           check=True)
            os.rename(part, target)
        objects.append(target)
    return objects


def header_flags(text):
    match = re.search(r"^// flags: (.*)$", text, re.M)
    return shlex.split(match.group(1)) if match else []


def strip_comments(text):
    return re.sub(r"//[^\n]*|/\*.*?\*/", " ", text, flags=re.S)


def split_parameters(text):
    parts, depth, start = [], 0, 0
    for i, c in enumerate(text):
        depth += c in "(<[" and 1 or c in ")>]" and -1 or 0
        if c == "," and depth == 0:
            parts.append(text[start:i])
            start = i + 1
    parts.append(text[start:])
    return [p.strip() for p in parts if p.strip()]


def closing(text, start, pair="()"):
    depth = 0
    for i in range(start, len(text)):
        depth += text[i] == pair[0] and 1 or text[i] == pair[1] and -1 or 0
        if depth == 0:
            return i
    raise NotEmulated("unbalanced " + pair)


class Kernel:
    """Name, parameters and place of the one kernel of a file."""

    def __init__(self, text):
        kernels = list(re.finditer(r"__global__\s", text))
        if len(kernels) != 1:
            raise NotEmulated("%d kernels" % len(kernels))
        match = re.compile(
            r"__global__\s+(?:static\s+)?(?:__launch_bounds__\s*\(([^)]*)\)\s*)?void\s+"
            r"(?:__launch_bounds__\s*\(([^)]*)\)\s*)?(\w+)\s*\(").search(text, kernels[0].start())
        if not match:
            raise NotEmulated("kernel head")
        self.bounds = match.group(1) or match.group(2)
        self.name = match.group(3)
        close = closing(text, match.end() - 1)
        self.parameters = split_parameters(text[match.end():close])
        self.names = [re.search(r"(\w+)\s*(?:\[\s*\])?$", p).group(1) if re.search(
            r"(\w+)\s*(?:\[\s*\])?$", p) else "" for p in self.parameters]
        self.body = text.index("{", close)
        self.end = closing(text, self.body, "{}")
        call = re.search(r"\b(%s(?:\s*<[^<>;]*>)?)\s*<<<" % self.name, text)
        self.callee = call.group(1) if call else self.name


def launch_of(text, kernel):
    """Constant (grid, block) of a launch in the file, as far as they can be read off."""
    match = re.search(r"<<<(.*?)>>>\s*\((.*?)\)\s*;", text, re.S)
    if not match:
        return None
    config = split_parameters(match.group(1))

    def extents(expression):
        declared = re.search(r"dim3\s+%s\s*\(([^;]*)\)\s*;" % re.escape(expression), text)
        inner = declared.group(1) if declared else expression
        inner = re.sub(r"^dim3\s*\((.*)\)$", r"\1", inner)
        values = split_parameters(inner)
        return [v for v in values]

    return extents(config[0]), extents(config[1]), split_parameters(match.group(2))


def constant(expression, text):
    expression = expression.strip()
    define = re.search(r"#define\s+%s\s+(\d+)\s*$" % re.escape(expression), text, re.M)
    if define:
        return int(define.group(1))
    return int(expression) if re.fullmatch(r"\d+", expression) else 0


def conjuncts(condition):
    parts, depth, start = [], 0, 0
    for i, c in enumerate(condition):
        depth += c in "([" and 1 or c in ")]" and -1 or 0
        if depth == 0 and condition.startswith("&&", i):
            parts.append(condition[start:i])
            start = i + 2
    return [p.strip() for p in parts + [condition[start:]]]


class Contracts:
    """Conditions of a kernel: of sizes, as C++, and of contents of its parameters."""

    def __init__(self, kernel):
        self.kernel, self.sizes, self.contents = kernel, [], []

    def add(self, condition, of_cpp=False):
        """The contract language reads conditions as mathematics, where C++ converts and wraps."""
        condition = condition.strip()
        if condition.startswith('"') and condition.endswith('"'):
            condition, of_cpp = condition[1:-1], False
        while condition.startswith("(") and closing(condition, 0) == len(condition) - 1:
            condition = condition[1:-1].strip()
        parts = conjuncts(condition)
        if len(parts) > 1:
            for part in parts:
                self.add(part, of_cpp)
            return
        if condition.startswith("forall"):
            raise NotEmulated("forall")
        named = re.fullmatch(r"(distinct|monotone|sorted|range|permutation|scan)\s*\((.*)\)", condition)
        if not named:
            numbers = "|".join([r"(?:block|grid)Dim\.[xyz]"] + [
                r"(?<![\w.>])%s(?![\w.\[(]|->)" % n for n, p in zip(self.kernel.names, self.kernel.parameters)
                if re.match(r"(?:const )?(?:unsigned|int|long|size_t|short|char)\b[^*&]*$", p)])
            self.sizes.append(condition if of_cpp else re.sub(numbers, r"((long)(\g<0>))", condition))
            return
        arguments = split_parameters(named.group(2))
        for array in arguments[:2 if named.group(1) == "scan" else 1]:
            if array not in self.kernel.names:
                raise NotEmulated("contents of " + array)
        self.contents.append((named.group(1), arguments))

    def take_from(self, text):
        """The text without what it requires."""
        while match := re.search(r"\b__(?:requires|assume)\s*\(", text):
            end = closing(text, match.end() - 1)
            self.add(text[match.end():end], of_cpp=True)
            text = text[:match.start()] + re.sub(r"[^\n]", " ", text[match.start():end + 1]) + text[end + 1:]
        return text

    def prepare(self):
        order = ["range", "distinct", "monotone", "sorted", "permutation", "scan"]
        lines = []
        for action, statement in (("make", "emu::make_{}({});"), ("holds", "emu::is_kept &= emu::holds_{}({});")):
            for name, arguments in sorted(self.contents, key=lambda c: order.index(c[0])):
                where = [f"emu::writable({a})" if i == 0 or name == "scan" else a
                         for i, a in enumerate(arguments)]
                lines.append("  " + statement.format(name, ", ".join(where)))
        return lines


class Setup:
    """Everything that flags and launches say about the kernel's launches."""

    def __init__(self, text, kernel, flags, said):
        self.said = said
        self.block, self.grid = [0, 0, 0], [0, 0, 0]
        self.block_axis = [bool(re.search(r"(threadIdx|blockDim)\s*\.\s*" + a, text)) for a in AXES]
        self.grid_axis = [bool(re.search(r"(blockIdx|gridDim)\s*\.\s*" + a, text)) for a in AXES]
        self.assumptions, self.parameters, self.strict = [], {}, False
        self.same = list(range(len(kernel.names)))
        self.max_threads = constant((kernel.bounds or "").split(",")[0], text) or 1024
        self.read_launch(text, kernel)
        self.read_flags(flags, kernel)

    def read_launch(self, text, kernel):
        found = launch_of(text, kernel)
        if not found:  # a launch by a function of the runtime or of the driver, if any
            self.block[:] = self.said.get("block", self.block)
            self.grid[:] = [min(g, 4) for g in self.said.get("grid", self.grid)]
            return
        grid, block, arguments = found
        for name, extents, values, axes in (("block", block, self.block, self.block_axis),
                                            ("grid", grid, self.grid, self.grid_axis)):
            if len(extents) > 3:  # not one list: only what is said is known
                extents = ["", "", ""]
            for i, e in enumerate(extents):
                values[i] = constant(e, text) or self.said.get(name, [0, 0, 0])[i]
                axes[i] = True
            for i in range(len(extents), 3):
                values[i] = 1
        self.grid = [min(g, 4) for g in self.grid]
        for i, a in enumerate(arguments):
            if a in ("nullptr", "NULL"):  # no array, so none that two parameters share
                self.parameters[kernel.names[i]] = "nullptr"
            else:
                self.same[i] = arguments.index(a)

    def read_flags(self, flags, kernel):
        values = iter(flags)
        for flag in values:
            if flag in ("--block", "--grid"):
                self.dimension(flag, next(values))
            elif flag == "--assume":
                self.assumptions.append(next(values))
            elif flag == "--param":
                name, value = next(values).split("=")
                self.parameters[name] = value
            elif flag == "--alias":
                a, b = next(values).split(",")
                self.same[kernel.names.index(b)] = kernel.names.index(a)
            elif flag == "--strict-writes":
                self.strict = True
            elif flag in ("--strict-exit", "--infer-requires"):
                pass
            elif flag == "--timeout":
                next(values)
            else:
                raise NotEmulated(flag)

    def dimension(self, flag, value):
        axes = self.block_axis if flag == "--block" else self.grid_axis
        sizes = self.block if flag == "--block" else self.grid
        if value == "symbolic":
            axes[:] = [True, True, True]
            return
        extents = [int(v) for v in value.strip("[]").split(",")] + [1, 1]
        sizes[:] = extents[:3]


def host_text(text, kernel, said):
    """The kernel's file as host C++, up to the end of the kernel."""
    body = said.take_from(text[kernel.body + 1:kernel.end + 1])
    contracts = " ".join("__requires(%s);" % a for a in said.sizes)
    text = text[:kernel.body + 1] + contracts + body
    text = re.sub(r"^[ \t]*#[ \t]*include[^\n]*$", "", text, flags=re.M)
    text = re.sub(r"extern\s+__shared__\s+(?:__align__\s*\(\d+\)\s*)?(.*?)\s*(\w+)\s*\[\s*\]\s*;",
                  r"static \1* const \2 = reinterpret_cast<\1*>(emu::dynamic_shared);", text)
    text = re.sub(r"\breturn\s*;", "{ emu::exited(); return; }", text)
    if re.search(r"\basm\b|\btexture\b|cooperative_groups", text):
        raise NotEmulated("outside C++")
    return text


def unit(text, flags, said):
    text = strip_comments(text)
    kernel = Kernel(text)
    setup = Setup(text, kernel, flags, said)
    contracts = Contracts(kernel)
    for condition in setup.assumptions + (said or {}).get("under", []):
        contracts.add(condition)
    names = ["emu_argument_%d" % i for i in range(len(kernel.parameters))]
    lines = ['#include "%s/cuda.hpp"' % HERE, host_text(text, kernel, contracts)]
    lines.append("template <class... A> struct EmuTypes {};")
    types = []
    for parameter, name in zip(kernel.parameters, kernel.names):
        kind = re.sub(r"\b%s\s*(\[\s*\])?$" % name, lambda m: "*" if m.group(1) else "", parameter)
        types.append(re.sub(r"__restrict__|__restrict|\brestrict\b", "", kind).strip())
    aliases = ["emu_type_%d" % i for i in range(len(types))]
    if "template" in text[:kernel.body] and "<" in kernel.callee:
        types = ["auto" for _ in types]
    body, prepare, globals_ = [], [], []
    for i, (kind, name) in enumerate(zip(types, names)):
        if kind == "auto":
            raise NotEmulated("template")
        globals_.append("typedef %s %s; static std::remove_const_t<%s> %s;" %
                        (kind, aliases[i], aliases[i], name))
        source = kernel.names[i]
        if source in setup.parameters:
            value = "(%s)(%s)" % (aliases[i], setup.parameters[source])
        else:
            value = "(%s)emu::Argument<std::remove_const_t<%s>>::make(%d)" % (
                aliases[i], aliases[i], setup.same[i])
            value = value.replace("Argument<std::remove_const_t<%s>>" % aliases[i],
                                  "Argument<EmuPlain<%s>>" % aliases[i])
        prepare.append("  %s = %s;" % (name, value))
    if contracts.contents:
        prepare += ["  [[maybe_unused]] auto& %s = %s;" % (own, name)
                    for own, name in zip(kernel.names, names)] + contracts.prepare()
    lines.insert(1, "#include <type_traits>\n"
                    "template <class T> struct EmuPlainOf { typedef std::remove_cv_t<T> type; };\n"
                    "template <class T> struct EmuPlainOf<T*> { typedef std::remove_cv_t<T>* type; };\n"
                    "template <class T> using EmuPlain = typename EmuPlainOf<std::remove_cv_t<T>>::type;")
    lines += globals_
    boolean = lambda values: ", ".join("true" if v else "false" for v in values)
    number = lambda values: ", ".join(str(v) for v in values)
    lines.append('extern "C" { extern emu::Geometry emu_geometry; emu::Geometry emu_geometry = {{%s}, {%s}, {%s}, {%s}, %d};' % (
        boolean(setup.block_axis), boolean(setup.grid_axis), number(setup.block),
        number(setup.grid), setup.max_threads))
    lines.append("void emu_prepare() {\n%s\n}" % "\n".join(prepare))
    lines.append("void emu_body() { %s(%s); } }" % (kernel.callee, ", ".join(names)))
    return "\n".join(lines) + "\n", setup.strict


def emulate(text, flags, runs=150, seed=1, seconds=3.0, said=None):
    """(kind, line): kind is race, divergence, assertion, clean, none or error.

    said: sizes of "block" and "grid" to take where the text of the launch has no constants, and
    conditions ("under") to assume as well.
    """
    try:
        source, strict = unit(text, flags, said or {})
    except (NotEmulated, StopIteration, ValueError) as error:
        return "none", "not emulated: %s" % error
    objects = build_runtime()
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "kernel.cpp")
        open(path, "w").write(source)
        binary = os.path.join(folder, "kernel")
        built = subprocess.run([CXX, "-std=c++20", "-O0", "-w", "-fpermissive", "-fwrapv",
                                "-fsanitize=thread", "-c", path, "-o", binary + ".o"],
                               capture_output=True, text=True)
        if built.returncode == 0:
            built = subprocess.run([CXX, binary + ".o", *objects, "-o", binary],
                                   capture_output=True, text=True)
        if built.returncode != 0:
            return "none", "not compiled: " + "".join(built.stderr.splitlines(True)[:6])
        try:
            run = subprocess.run([binary, str(runs), str(seed), str(seconds)] +
                                 (["strict"] if strict else []), capture_output=True, text=True,
                                 timeout=seconds + 20)
        except subprocess.TimeoutExpired:
            return "none", "no end"
        line = run.stdout.strip()
        return (line.split(":")[0] if line else "none"), line or "exit code %d" % run.returncode


def main():
    for path in sys.argv[1:]:
        text = open(path).read()
        kind, line = emulate(text, header_flags(text))
        print("%s: %s" % (path, line))


if __name__ == "__main__":
    main()

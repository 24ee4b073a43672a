"""What the host compiler says: the programs compiled as C++20, run for each thread."""
import os
import re
import subprocess

from program import THREADS, includes, number_of

SHIM = """
#define __global__
#define __device__
#define __constant__
static struct { unsigned x, y, z; } thread;
static const auto& threadIdx = thread; // which templates take for const, as in CUDA
extern "C" int printf(const char*, ...);
#define CHECK(n, ...) printf("%d %d %lld\\n", program, n, (long long)(__VA_ARGS__))
#define STORE(n, ...) CHECK(n, (__VA_ARGS__) & 63)
"""
SANITIZE = ["-fsanitize=undefined", "-fno-sanitize=vptr,alignment"]


class NotCompiled(Exception):
    """Which programs are no C++, by number; empty when it is something else."""

    def __init__(self, bad, message):
        super().__init__(message)
        self.bad = bad


def source(texts):
    parts = ["\n".join(includes(texts)), SHIM]
    for i, text in enumerate(texts):
        parts.append('#line 1 "program_%d"\n' % i)
        name = "namespace p%d {" % number_of(text)
        parts.append(text.replace(name, "%s constexpr int program = %d;" % (name, i), 1))
    runs = "".join("    p%d::k%d(nullptr);\n" % (number_of(text), number_of(text)) for text in texts)
    return "%s#line 1 \"main\"\nint main() {\n  for (thread.x = 0; thread.x < %d; ++thread.x) {\n%s  }\n}\n" % (
        "".join(parts), THREADS, runs)


def compile_programs(texts, folder, compiler, flags):
    binary = os.path.join(folder, "host")
    with open(binary + ".cpp", "w") as file:
        file.write(source(texts))
    run = subprocess.run([compiler, "-std=gnu++20", "-w", "-O0", *flags, binary + ".cpp", "-o", binary],
                         capture_output=True, text=True, timeout=600)
    if run.returncode:
        bad = {int(n) for n in re.findall(r"^program_(\d+):\d+:\d+: (?:fatal )?error", run.stderr, re.M)}
        raise NotCompiled(bad, run.stderr)
    return binary


def values(texts, folder, compiler, sanitize=False):
    """For each program its values: check -> the value in each thread."""
    binary = compile_programs(texts, folder, compiler, SANITIZE if sanitize else [])
    run = subprocess.run([binary], capture_output=True, text=True, timeout=60)
    found = [{} for _ in texts]
    for line in run.stdout.splitlines():
        program, check, value = map(int, line.split())
        found[program].setdefault(check, []).append(value)
    undefined = {int(n) for n in re.findall(r"^program_(\d+):\d+:\d+: runtime error", run.stderr, re.M)}
    return found, undefined, run.stderr

"""Results that are kept between runs: each of many changes makes the right kernels checked again, and only these.

    kept.py --heddle BINARY
"""
import argparse
import json
import os
import shutil
import sqlite3
import subprocess
import sys
import tempfile
import threading

FILES = {
    "a.cu": '''#include "common.h"
#include <sizes.h>
#ifdef EXTRA
#include "extra.h"
#endif
__global__ void scale(float* out, const float* in, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = in[i] * FACTOR;
}
void host(float* out, float* in) { scale<<<SIZE, 256>>>(out, in, 4096); }
''',
    "b.cu": '''#include "common.h"
__global__ void shift(float* out, const float* in) {
  __shared__ float s[256];
  s[threadIdx.x] = in[threadIdx.x];
  __syncthreads();
  out[threadIdx.x] = s[(threadIdx.x + STEP) % 256];
}
void host(float* out, float* in) { shift<<<1, 256>>>(out, in); }
''',
    "c.cu": '''__global__ void copy(int* out, const int* in, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = in[i]; // as it is
}
__device__ int twice(int x) { return 2 * x; }
// between
__global__ void fill(int* out, int* in) { out[threadIdx.x] = twice(in[0]); }
''',
    "common.h": '''#pragma once
#include "deep/deeper.h"
#define FACTOR 2.0f
#define STEP 1
''',
    "deep/deeper.h": "#pragma once\ntypedef float number;\n",
    "include/sizes.h": "#pragma once\nstatic const int SIZE = 16;\n",
    "host.cu": "int main() { return 0; }\n",
}
ONE = "__global__ void one(int* p) { p[threadIdx.x] = 1; }\n"
ALL = {"scale", "shift", "copy", "fill"}


class Tree:
    def __init__(self, heddle):
        self.heddle = heddle
        self.top = tempfile.mkdtemp()
        self.root = os.path.join(self.top, "tree")
        self.cache = os.path.join(self.top, "kept")
        self.put_back()
        self.put_back()

    def put_back(self):
        shutil.rmtree(self.root, ignore_errors=True)
        for name, text in FILES.items():
            self.write(name, text)

    def path(self, name):
        return os.path.join(self.root, name)

    def write(self, name, text):
        os.makedirs(os.path.dirname(self.path(name)), exist_ok=True)
        with open(self.path(name), "w", encoding="utf-8") as file:
            file.write(text)

    def change(self, name, old, new):
        with open(self.path(name), encoding="utf-8") as file:
            text = file.read()
        assert old in text, (name, old)
        self.write(name, text.replace(old, new, 1))

    def run(self, *options, cwd=None, files=(".",), environment=None, cache=True):
        command = [self.heddle, "check", *files, "--format", "json"]
        command += ["--cache", self.cache] if cache else []
        for option, value in (("-I", "include"), ("-j", "2")):
            command += [] if option in options else [option, value]
        return subprocess.run(command + list(options), cwd=cwd or self.root, capture_output=True, text=True, check=False,
                              env={**os.environ, **(environment or {})})


def checked_anew(done):
    """Kernels that are not kept, and the verdicts of all."""
    if done.returncode not in (0, 1, 3):
        raise SystemExit(f"{done.args}: {done.returncode}: {done.stderr}")
    report = json.loads(done.stdout)
    anew = {k["kernel"] for k in report["kernels"] if not k.get("kept")}
    return anew, {k["kernel"]: (k["verdict"], [f["accesses"] for f in k["findings"]]) for k in report["kernels"]}


def same_verdicts(tree, options, kept):
    """What is kept must be what a check anew says."""
    anew = checked_anew(tree.run(*options, "--no-cache", cache=False))[1]
    return anew == kept


def edit(name, old, new):
    return lambda tree: tree.change(name, old, new)


def add(name, text):
    return lambda tree: tree.write(name, text)


def remove(name):
    return lambda tree: os.remove(tree.path(name))


def nothing(_tree):
    pass


# What is changed, how, options of the second run, kernels that are to be checked again.
CHANGES = [
    ("nothing", nothing, [], set()),
    ("the time of a file", lambda t: os.utime(t.path("a.cu")), [], set()),
    ("a file that nobody reads", add("notes.txt", "x"), [], set()),
    ("a header that nobody reads", add("include/other.h", "x"), [], set()),
    ("a file of the host", edit("host.cu", "return 0", "return 1"), [], set()),
    ("-j", nothing, ["-j", "1"], set()),
    ("how it is told", nothing, ["--verbose"], set()),
    ("--fail-on", nothing, ["--fail-on", "refuted"], set()),
    ("a kernel", edit("a.cu", "i < n", "i <= n"), [], {"scale"}),
    ("a comment in the line of an access", edit("c.cu", "as it is", "as it was"), [], {"copy"}),
    ("a comment between kernels", edit("c.cu", "// between", "// in between"), [], set()),
    ("a function that one kernel calls", edit("c.cu", "2 * x", "3 * x"), [], {"fill"}),
    ("a kernel more in a file", lambda t: t.write("c.cu", FILES["c.cu"] + ONE), [], {"one"}),
    ("an empty line below a kernel", edit("c.cu", "// between", "\n"), [], {"fill"}),
    ("an empty line", edit("c.cu", "__global__", "\n__global__"), [], {"copy", "fill"}),
    ("a barrier", edit("b.cu", "  __syncthreads();\n", ""), [], {"shift"}),
    ("a constant in a kernel", edit("b.cu", "% 256", "% 128"), [], {"shift"}),
    ("a launch", edit("a.cu", "4096", "8192"), [], {"scale"}),
    ("a size of a launch", edit("b.cu", "<<<1, 256>>>", "<<<2, 256>>>"), [], {"shift"}),
    ("a block", edit("b.cu", "<<<1, 256>>>", "<<<1, 512>>>"), [], {"shift"}),
    ("no launch", edit("b.cu", "shift<<<1, 256>>>(out, in);", ""), [], {"shift"}),
    ("arguments of a launch", edit("b.cu", "(out, in); }", "(out, out); }"), [], {"shift"}),
    ("a macro in a header", edit("common.h", "STEP 1", "STEP 256"), [], {"shift"}),
    ("another macro in a header", edit("common.h", "2.0f", "4.0f"), [], {"scale"}),
    ("a comment in a header", edit("common.h", "#pragma once", "#pragma once // x"), [], set()),
    ("a header's header", edit("deep/deeper.h", "float", "double"), [], set()),
    ("a header of -I", edit("include/sizes.h", "16", "32"), [], {"scale"}),
    ("a header that goes", remove("deep/deeper.h"), [], {"scale", "shift"}),
    ("a header of -I that goes", remove("include/sizes.h"), [], {"scale"}),
    ("a header that comes before another", add("sizes.h", "static const int SIZE = 8;\n"), ["-I", ".", "-I", "include"], {"scale"}),
    ("a header nearer than another", add("deeper.h", "typedef int number;\n"), [], set()),
    ("a file more", add("d.cu", ONE), [], {"one"}),
    ("a file less", remove("c.cu"), [], set()),
    ("a file of another name", lambda t: os.rename(t.path("c.cu"), t.path("e.cu")), [], {"copy", "fill"}),
    ("two files", lambda t: (t.change("a.cu", "n)", "n )"), t.change("c.cu", "n)", "n )")), [], {"scale", "copy"}),
    ("-D", nothing, ["-D", "EXTRA"], ALL),
    ("-D of something else", nothing, ["-D", "NOTHING=1"], ALL),
    ("-U", nothing, ["-U", "FACTOR"], ALL),
    ("-include", add("forced.h", "#define FORCED\n"), ["-include", "forced.h"], ALL),
    ("an -I more", nothing, ["-I", "include", "-I", "deep"], ALL),
    ("--block", nothing, ["--block", "64"], ALL),
    ("--grid", nothing, ["--grid", "2"], ALL),
    ("--launches", nothing, ["--launches", "ignore"], ALL),
    ("--assume", nothing, ["--assume", "gridDim.x < 100"], ALL),
    ("--strict-writes", nothing, ["--strict-writes"], ALL),
    ("--strict-exit", nothing, ["--strict-exit"], ALL),
    ("--strict-aligned", nothing, ["--strict-aligned"], ALL),
    ("--strict-proxy", nothing, ["--strict-proxy"], ALL),
    ("--pdl", nothing, ["--pdl"], ALL),
    ("--strict-headers", nothing, ["--strict-headers"], ALL),
    ("--bit-precise", nothing, ["--bit-precise"], ALL),
    ("--warp-sync", nothing, ["--warp-sync"], ALL),
    ("--arch", nothing, ["--arch", "sm_90"], ALL),
    ("--alias", nothing, ["--alias", "out,in"], ALL),
    ("--timeout", nothing, ["--timeout", "7"], ALL),
    ("--memory", nothing, ["--memory", "1000"], ALL),
    ("--kernel", nothing, ["--kernel", "copy"], {"copy"}),
    ("a .heddle file", add(".heddle", "grid = 4\n"), [], ALL),
    ("a .heddle file of a folder", lambda t: (t.write("s/d.cu", ONE), t.write("s/.heddle", "grid = 4\n")), [], {"one"}),
    ("options in the source", edit("c.cu", "__global__", "// heddle: block=32\n__global__"), [], {"copy", "fill"}),
    ("an excuse in the source", edit("b.cu", "  out[", "  // heddle: allow race -- so\n  out["), [], {"shift"}),
]


def try_changes(heddle):
    tree, wrong = Tree(heddle), []
    first = tree.run()
    if checked_anew(first)[0] != ALL:
        wrong.append(f"the first run: {first.stdout} {first.stderr}")
    base = tree.path(os.path.join("..", "kept"))
    shutil.copytree(base, tree.path("../fresh"))
    for name, change, options, expected in CHANGES:
        tree.put_back()
        shutil.rmtree(base)
        shutil.copytree(tree.path("../fresh"), base)
        before = ["-I", "."] if "." in options else []
        if before:
            tree.run("-I", ".", "-I", "include")
        change(tree)
        found, verdicts = checked_anew(tree.run(*options))
        if found != expected:
            wrong.append(f"{name}: checked again {sorted(found)}, not {sorted(expected)}")
        if not same_verdicts(tree, options, verdicts):
            wrong.append(f"{name}: what is kept is not what a check says")
        if checked_anew(tree.run(*options))[0]:
            wrong.append(f"{name}: a second time")
    shutil.rmtree(tree.top)
    return wrong


def spoil(path, how):
    with open(path, "rb") as file:
        data = file.read()
    with open(path, "wb") as file:
        file.write(how(data))


def try_damage(heddle):
    """A database that is not ours or not whole is moved aside, and never believed."""
    wrong = []
    damages = {"text": lambda d: b"these are notes of somebody\n" * 99, "cut": lambda d: d[:5000],
               "overwritten": lambda d: d[:100] + b"\xa5" * (len(d) - 100), "empty": lambda d: b""}
    for name, how in damages.items():
        tree = Tree(heddle)
        expected = checked_anew(tree.run())[1]
        database = os.path.join(tree.cache, "results.sqlite")
        with sqlite3.connect(database) as connection:
            connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        for part in ("-wal", "-shm"):
            if os.path.exists(database + part):
                os.remove(database + part)
        spoil(database, how)
        done = tree.run()
        found, verdicts = checked_anew(done)
        if found != ALL or verdicts != expected:
            wrong.append(f"damage ({name}): {sorted(found)} {done.stderr}")
        if checked_anew(tree.run())[0]:
            wrong.append(f"damage ({name}): no results are kept afterwards")
        if name == "text" and not os.path.exists(database + ".damaged"):
            wrong.append(f"damage ({name}): was not moved aside")
        shutil.rmtree(tree.top)
    tree = Tree(heddle)
    os.makedirs(tree.cache)
    with sqlite3.connect(os.path.join(tree.cache, "results.sqlite")) as connection:
        connection.execute("CREATE TABLE results (mine TEXT)")
    text = subprocess.run([heddle, "check", ".", "-I", "include", "--cache", tree.cache], cwd=tree.root,
                          capture_output=True, text=True, check=False)
    if "was damaged or not Heddle's" not in text.stderr or not os.path.exists(os.path.join(tree.cache, "results.sqlite.damaged")):
        wrong.append(f"another's database: {text.stderr}")
    text = subprocess.run([heddle, "check", ".", "-I", "include", "--cache", tree.cache], cwd=tree.root,
                          capture_output=True, text=True, check=False)
    if "(as before)" not in text.stdout or "4 kernels as before" not in text.stdout:
        wrong.append(f"the text does not say what is kept: {text.stdout}")
    shutil.rmtree(tree.top)
    return wrong


def try_neighbours(heddle):
    """Runs side by side share the results."""
    tree, outputs = Tree(heddle), []
    runs = [threading.Thread(target=lambda: outputs.append(tree.run())) for _ in range(4)]
    for run in runs:
        run.start()
    for run in runs:
        run.join()
    wrong = [f"side by side: {o.stderr}" for o in outputs if o.returncode != outputs[0].returncode or o.stderr]
    verdicts = [checked_anew(o)[1] for o in outputs]
    if any(v != verdicts[0] for v in verdicts) or checked_anew(tree.run())[0]:
        wrong.append("side by side: other verdicts, or none kept")
    unwritable = subprocess.run([heddle, "check", "c.cu", "--cache", "/proc/none"], cwd=tree.root, capture_output=True,
                                text=True, check=False)
    if unwritable.returncode != 0 or "cannot be used" not in unwritable.stderr:
        wrong.append(f"a folder that cannot be written: {unwritable.returncode} {unwritable.stderr}")
    silent = subprocess.run([heddle, "check", ".", "-I", "include"], cwd=tree.root, capture_output=True, text=True,
                            check=False, env={**os.environ, "XDG_CACHE_HOME": "/proc/none"})
    if silent.returncode != 0 or silent.stderr:
        wrong.append(f"a home that cannot be written: {silent.returncode} {silent.stderr}")
    shutil.rmtree(tree.top)
    return wrong


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--heddle", required=True)
    heddle = os.path.abspath(parser.parse_args().heddle)
    wrong = try_changes(heddle) + try_damage(heddle) + try_neighbours(heddle)
    print("\n".join(wrong))
    print(f"{len(CHANGES)} changes, {len(wrong)} wrong")
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main()

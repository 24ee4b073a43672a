"""Tests of benchmarks/host_programs, benchmarks/record_sanitizer and benchmarks/record_repeats: what sizes
and values host programs have, and what a record of their runs holds. Programs of a machine with a GPU
are stand-ins."""

import json
import os
import re
import subprocess
import sys
import tempfile
import unittest

REPOSITORY = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
BENCHMARKS = os.path.join(REPOSITORY, "benchmarks")
GOLDEN = os.path.join(REPOSITORY, "tests", "golden")
sys.dont_write_bytecode = True
sys.path.insert(0, BENCHMARKS)
from harness import hosts

SHARED = "__global__ void k(int *a, int n) {\n  __shared__ int s[64];\n}\n"
# `nvcc` compiles to a copy of the host program, compute-sanitizer says of each what is in it.
STAND_INS = {
    "nvcc": """#!/bin/sh
[ "$1" = --version ] && { echo "Build 1"; exit; }
for word; do [ "$last" = -o ] && out="$word"; case "$word" in *.cu|*.cpp) host="$word";; esac; last="$word"; done
grep -q broken "$host" && { echo "x.cu(1): error: no"; exit 1; }
cp "$host" "$out"
""",
    "compute-sanitizer": """#!/bin/sh
[ "$1" = --version ] && { echo "Version 9.9.9 (build)"; exit; }
tool=$2; shift 7; number=0
for host; do
  echo; echo "== begin $number"; number=$((number + 1))
  [ $tool = racecheck ] && grep -q racy "$host" && echo "========= Error: Race reported between Write access at k in racy.cu:7"
  grep -q failing "$host" && { echo "launch k: lost"; exit 1; }
  echo; echo "== end 0 0.250"
done
""",
    "nvidia-smi": "#!/bin/sh\necho Some Card, 1.2\n"}


def kernel(assumptions=(), findings=(), name="k"):
    return {"kernel": name, "assumptions": list(assumptions), "findings": list(findings)}


class Programs(unittest.TestCase):
    def launches(self, *assumptions, text=SHARED, findings=(), names=("n",)):
        return hosts.launches_of(kernel(assumptions, findings), list(names), text)

    def test_parameters(self):
        text = "// __global__ void k(int no)\ntemplate <class T> __global__ void k(const T* a, T b[], pair<int, int> p, unsigned n = 3) {"
        self.assertEqual(hosts.parameters(text, "k<float>"), [("a", True), ("b", True), ("p", False), ("n", False)])
        self.assertEqual(hosts.parameters("__global__ void __launch_bounds__(64) k(void) {", "k"), [])
        with self.assertRaises(hosts.Unfit):
            hosts.parameters(text, "other")

    def test_usual_sizes_where_nothing_is_said(self):
        blocks = [sizes["blockDim_x"] for sizes, _ in self.launches("blockDim.y == 1 (default)", "blockDim.z == 1 (default)")]
        self.assertEqual(blocks, [64, 128, 256])

    def test_sizes_and_values_that_assumptions_fix(self):
        for sizes, values in self.launches("blockDim = (32, 4, 1) (launch at k.cu:9:3)", "n % 6 == 0 && n > 7 (--assume)"):
            self.assertEqual([sizes[f"blockDim_{axis}"] for axis in "xyz"], [32, 4, 1])
            self.assertTrue(values["n"] % 6 == 0 and values["n"] > 7)
        bounded = self.launches("blockDim.x <= 32u (__launch_bounds__)", "blockDim.y == 1 (default)", "blockDim.z == 1 (default)")
        self.assertTrue(all(sizes["blockDim_x"] <= 32 for sizes, _ in bounded))
        for sizes, _ in self.launches("clusterDim = (2, 1, 1) (--cluster)"):
            self.assertEqual(sizes["gridDim_x"] % 2, 0)

    def test_promises_of_the_file_hold(self):
        text = "#define EDGE 16\n__global__ void k() { __requires(blockDim.x == EDGE && blockDim.y == EDGE); }"
        for sizes, _ in self.launches("blockDim.z == 1 (default)", text=text):
            self.assertEqual((sizes["blockDim_x"], sizes["blockDim_y"]), (16, 16))
        with self.assertRaises(hosts.Unfit):
            self.launches("n > 3 && n < 3 (--assume)")

    def test_a_witness_is_launched_first(self):
        found = {"witness": {"blockDim.x": 5, "n": 17, "a[3]": 1}}
        sizes, values = self.launches(findings=[found])[0]
        self.assertEqual((sizes["blockDim_x"], sizes["blockDim_y"], values["n"]), (5, 1, 17))
        huge = {"witness": {"blockDim.x": 5, "n": 2**31 - 1}}
        self.assertNotIn(2**31 - 1, [values["n"] for _, values in self.launches(findings=[huge])])

    def test_what_no_host_is_for(self):
        for text in ("__global__ void k() {}", "// arch: sm_100a\n" + SHARED):
            with self.assertRaises(hosts.Unfit):
                hosts.refuse(text, without_shared=False)
        hosts.refuse(SHARED, without_shared=False)
        hosts.refuse("__global__ void k() {}", without_shared=True)

    def test_boxes_of_tensor_maps(self):
        text = "// flags: --tensor-map b=64x128xbf16\n__global__ void k(int n, const __grid_constant__ CUtensorMap {}) {{}}"
        self.assertEqual(hosts.boxes_of(text.format("b"), "k"), "{{1, CU_TENSOR_MAP_DATA_TYPE_BFLOAT16, 2, {64, 128}}}")
        for name in ("other", "*b"):
            with self.assertRaises(hosts.Unfit):
                hosts.boxes_of(text.format(name), "k")

    def test_the_program(self):
        text = SHARED + "int main() {}\n"
        told = hosts.program("a/k.cu", text, {"kernels": [kernel(["blockDim = (64, 1, 1) (--block)", "distinct(a)"])]})
        self.assertIn('#define main main_of_the_file\n#include "a/k.cu"\n#undef main\n', told)
        self.assertIn('host_program::run("k", k, {{1, 1, 1}, {64, 1, 1}, 0, host_program::positions, false, {0, 0, 0}, {}}, {0, 64LL})', told)


def recorded(program, hosts_of, *options):
    """(what a script prints, its record) of a run on programs, {name: text}."""
    with tempfile.TemporaryDirectory() as folder:
        for name, text in STAND_INS.items():
            with open(os.path.join(folder, name), "w", encoding="utf-8") as file:
                file.write(text)
            os.chmod(os.path.join(folder, name), 0o755)
        for name, text in hosts_of.items():
            with open(os.path.join(folder, name), "w", encoding="utf-8") as file:
                file.write("#!/bin/sh\n" + text)
            os.chmod(os.path.join(folder, name), 0o755)
        with open(os.path.join(folder, "suite.json"), "w", encoding="utf-8") as file:
            json.dump({"version": 1, "files": [{"path": name, "host": name, "expected": "refuted"} for name in hosts_of]}, file)
        out = os.path.join(folder, "record.json")
        done = subprocess.run([os.path.join(BENCHMARKS, program), os.path.join(folder, "suite.json"), "--out", out, *options],
                              env={**os.environ, "PATH": folder + ":" + os.environ["PATH"]}, capture_output=True,
                              text=True, check=False)
        if done.returncode != 0:
            raise AssertionError(done.stderr)
        with open(out, encoding="utf-8") as file:
            return done.stdout, json.load(file)


class Record(unittest.TestCase):
    def test_runs_are_recorded_and_shown(self):
        said, record = recorded("record_sanitizer", {f"{name}.cu": "# " + name for name in ("failing", "racy", "quiet", "broken")})
        self.assertIn("broken.cu: left out: nvcc: x.cu(1): error: no", said)
        self.assertEqual((record["version"], record["card"], record["driver"]), ("9.9.9", "Some Card", "1.2"))
        found = {row["file"]: (row["racecheck"]["verdict"], row["racecheck"]["lines"], row["synccheck"]["verdict"])
                 for row in record["rows"]}
        self.assertEqual(found, {"racy.cu": ("refuted", [7], "unknown"), "quiet.cu": ("unknown", [], "unknown"),
                                 "failing.cu": ("CRASH", [], "CRASH")})
        self.assertEqual(record["rows"][1]["racecheck"]["wall_seconds"], 0.25)
        self.assertEqual(record["rows"][0]["racecheck"]["note"], "the program failed: launch k: lost")

    def test_repeats_are_recorded(self):
        launch = "echo launch 1 of k grid 1,1,1 block 2,1,1: cudaSuccess 000000000000000"
        said, record = recorded("record_repeats", {
            "same.cu": f"{launch}1; {launch}1; test $HOST_PROGRAM_TIMES = 7", "differs.cu": f"{launch}1; {launch}2",
            "hangs.cu": f"{launch}1; exec sleep 20", "fails.cu": "echo launch 1 of k: cudaErrorMisalignedAddress 0123456789abcdef; exit 1",
            "silent.cu": "exit 0", "broken.cu": "# broken"}, "--times", "7", "--timeout", "2")
        self.assertIn("broken.cu: left out: nvcc: x.cu(1): error: no", said)
        self.assertEqual((record["times"], record["card"], record["driver"]), (7, "Some Card", "1.2"))
        self.assertEqual({row["file"]: row["outcome"] for row in record["rows"]},
                         {"same.cu": "same", "differs.cu": "differs", "hangs.cu": "hangs",
                          "fails.cu": "fails: cudaErrorMisalignedAddress", "silent.cu": "fails: no output"})
        self.assertEqual(record["rows"][0]["launches"], ["1 of k grid 1,1,1 block 2,1,1"])

    def test_records_that_are_shipped_are_of_golden_kernels(self):
        for name in ("compute_sanitizer", "repeats"):
            with open(os.path.join(BENCHMARKS, "recorded", name + ".json"), encoding="utf-8") as file:
                record = json.load(file)
            self.assertTrue(re.fullmatch(r"[\d.]+", record["driver"]))
            for row in record["rows"]:
                self.assertTrue(os.path.exists(os.path.join(GOLDEN, row["file"])), row["file"])


if __name__ == "__main__":
    unittest.main()

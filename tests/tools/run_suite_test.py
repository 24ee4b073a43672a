"""Tests of benchmarks/run_suite and benchmarks/synthetic with a stand-in for the checker."""

import importlib.machinery
import importlib.util
import json
import os
import stat
import subprocess
import sys
import tempfile
import unittest

REPOSITORY = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
RUN_SUITE = os.path.join(REPOSITORY, "benchmarks", "run_suite")
SYNTHETIC = os.path.join(REPOSITORY, "benchmarks", "synthetic")


def load(path):
    sys.dont_write_bytecode = True
    loader = importlib.machinery.SourceFileLoader(os.path.basename(path), path)
    module = importlib.util.module_from_spec(importlib.util.spec_from_loader(loader.name, loader))
    sys.modules[loader.name] = module
    loader.exec_module(module)
    return module


run_suite = load(RUN_SUITE)
synthetic = load(SYNTHETIC)

# Answers as the last word of the file's third line says, in Heddle's JSON.
STAND_IN = """#!/usr/bin/env python3
import json, sys, time
word = open(sys.argv[2]).readlines()[2].split()[-1]
if word == "crash":
    sys.exit("heddle: internal error: an invariant does not hold")
if word == "sleep":
    time.sleep(60)
verdict = {"races": "refuted", "diverges": "refuted"}.get(word, word)
place = {"file": sys.argv[2], "line": 4, "column": 2}
kind = "race" if word == "races" else "divergence"
finding = {"kind": kind, "severity": "error", "status": "confirmed", "accesses": [place, place]}
kernel = {"kernel": "k", "verdict": verdict, "findings": [finding] if verdict == "refuted" else [],
          "unknowns": [dict(place, reason="asm")] if verdict == "unknown" else []}
print("some text before")
print(json.dumps({"version": 1, "kernels": [kernel], "errors": [], "arguments": sys.argv[3:]},
                 indent=2))
sys.exit({"verified": 0, "refuted": 1, "unknown": 3}[verdict])
"""


class Conventions(unittest.TestCase):
    def test_expected_verdicts(self):
        for line, verdict in [("//pass", "verified"), ("//PASS", "verified"),
                              ("//xfail:NOT_ALL_VERIFIED", "refuted"),
                              ("//XFAIL:NOT_ALL_VERIFIED", "refuted"),
                              ("//xfail:BUGLE_ERROR", "rejected"),
                              ("//xfail:CLANG_ERROR", "rejected"), ("int x;", None)]:
            self.assertEqual(run_suite.expected_verdict(line), verdict, line)

    def test_options(self):
        arguments, ignored, only_divergence = run_suite.translate_options(
            "//--blockDim=[64,8] --gridDim=2 --warp-sync=16 -DN=4 --no-inline")
        self.assertEqual(arguments, ["--block", "64,8", "--grid", "2", "--warp-sync=16", "-DN=4"])
        self.assertEqual(ignored, ["--no-inline"])
        self.assertFalse(only_divergence)

    def test_only_divergence(self):
        self.assertTrue(run_suite.translate_options("//--only-divergence")[2])
        result = {"kernels": [{"findings": [{"kind": "race", "severity": "error"}],
                               "unknowns": []}]}
        self.assertEqual(run_suite.only_divergence_verdict("refuted", result), "verified")
        result["kernels"][0]["unknowns"] = [{}]
        self.assertEqual(run_suite.only_divergence_verdict("refuted", result), "unknown")
        result["kernels"][0]["findings"][0]["kind"] = "divergence"
        self.assertEqual(run_suite.only_divergence_verdict("refuted", result), "refuted")

    def test_line_without_options(self):
        self.assertEqual(run_suite.translate_options("__global__ void k() {}"), ([], [], False))

    def test_failures_about_invariants_say_nothing_of_the_kernel(self):
        invariant = ["//loop invariant might not be maintained\n"]
        race = ["//possible write-write race\n", "//loop invariant might not hold\n"]
        self.assertEqual(run_suite.expected_verdict("//xfail:NOT_ALL_VERIFIED", invariant), "rejected")
        self.assertEqual(run_suite.expected_verdict("//xfail:NOT_ALL_VERIFIED", race), "refuted")

    def test_same_value_writes_are_read_by_hand(self):
        self.assertEqual(run_suite.judge("refuted", "verified", True), "read-by-hand")
        self.assertEqual(run_suite.judge("refuted", "verified", False), "WRONG-VERIFIED")

    def test_judgement(self):
        for expected, verdict, outcome in [
                ("verified", "verified", "ok"), ("refuted", "refuted", "ok"),
                ("refuted", "verified", "WRONG-VERIFIED"), ("verified", "refuted", "false-alarm"),
                ("verified", "unknown", "unknown"), ("refuted", "unknown", "unknown"),
                ("verified", "input-error", "input-error"), ("rejected", "input-error", "ok"),
                ("rejected", "unknown", "ok"), ("rejected", "verified", "read-by-hand"),
                ("refuted", "TIMEOUT", "TIMEOUT"), ("rejected", "CRASH", "CRASH")]:
            self.assertEqual(run_suite.judge(expected, verdict), outcome, (expected, verdict))


class Run(unittest.TestCase):
    """A run over a folder of its own, with a stand-in for the checker."""
    suite = stand_in = None  # what a subclass runs

    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        self.heddle = os.path.join(self.folder.name, "stand-in")
        with open(self.heddle, "w", encoding="utf-8") as file:
            file.write(self.stand_in)
        os.chmod(self.heddle, stat.S_IRWXU)
        self.root = os.path.join(self.folder.name, "a root")

    def run_suite(self, *extra):
        out = os.path.join(self.folder.name, "out.json")
        done = subprocess.run([RUN_SUITE, "--suite", self.suite, "--root", self.root, "--heddle",
                               self.heddle, "--json", out, *extra], capture_output=True, text=True,
                              check=False)
        result = None
        if os.path.exists(out):
            with open(out, encoding="utf-8") as file:
                result = json.load(file)
        return done, result


class WholeRun(Run):
    suite = "gpuverify"
    stand_in = STAND_IN

    def add(self, name, first, answer):
        folder = os.path.join(self.root, name)
        os.makedirs(folder)
        with open(os.path.join(folder, "kernel.cu"), "w", encoding="utf-8") as file:
            file.write(f"{first}\n//--blockDim=64 --gridDim=1\n// {answer}\n")

    def test_rows_and_summary(self):
        self.add("clean/one", "//pass", "verified")
        self.add("clean/two", "//pass", "unknown")
        self.add("clean/three", "//pass", "races")
        self.add("racy", "//xfail:NOT_ALL_VERIFIED", "races")
        done, result = self.run_suite("--jobs", "2")
        self.assertEqual(done.returncode, 0, done.stderr)
        outcomes = {row["name"]: row["outcome"] for row in result["files"]}
        self.assertEqual(outcomes, {"clean/one": "ok", "clean/two": "unknown",
                                    "clean/three": "false-alarm", "racy": "ok"})
        notes = {row["name"]: row["note"] for row in result["files"]}
        self.assertEqual(notes["clean/two"], "4:2: asm")
        self.assertEqual(notes["clean/three"], "4:2: confirmed race")
        summary = result["summary"]
        self.assertEqual(summary["agreement_percent"], 50.0)
        self.assertEqual(summary["wrong_verified"], 0)
        self.assertEqual(summary["decided"], 3)
        self.assertEqual(summary["refuted_with_confirmed_witness"], 1)
        self.assertGreater(summary["max_peak_mb"], 1)
        self.assertIn("4 files: 2 as expected (50.0 %), 0 wrong verified", done.stdout)

    def test_wrong_verified_fails(self):
        self.add("racy", "//xfail:NOT_ALL_VERIFIED", "verified")
        done, result = self.run_suite()
        self.assertEqual(done.returncode, 1)
        self.assertEqual(result["summary"]["wrong_verified"], 1)
        self.assertIn("WRONG-VERIFIED", done.stdout)

    def test_crash_fails_and_is_no_input_error(self):
        self.add("rejected", "//xfail:BUGLE_ERROR", "crash")
        done, result = self.run_suite()
        self.assertEqual(done.returncode, 1)
        self.assertEqual(result["files"][0]["outcome"], "CRASH")

    def test_time_out(self):
        self.add("slow", "//pass", "sleep")
        done, result = self.run_suite("--limit", "0.5")
        self.assertEqual(result["files"][0]["outcome"], "TIMEOUT")
        self.assertLess(result["files"][0]["seconds"], 30)
        self.assertIn("TIMEOUT", done.stdout)

    def test_empty_root(self):
        done, _ = self.run_suite()
        self.assertNotEqual(done.returncode, 0)
        self.assertIn("no tests below", done.stderr)


# Answers for every kernel `k_WORD..` that the file has, its own or a header's, with the word.
TREE_STAND_IN = """#!/usr/bin/env python3
import json, os, re, sys
path = sys.argv[2]
only = sys.argv[sys.argv.index("--kernel") + 1] if "--kernel" in sys.argv else ""
files = [path] + [os.path.join(os.path.dirname(path), name)
                  for name in re.findall(r'#include "(.*)"', open(path).read())]
kernels = []
for file in files:
    for name in re.findall(r"void (k_\\w+)", open(file).read()):
        word = name.split("_")[1]
        if only and name != only:
            continue
        if word == "crash":
            sys.exit("heddle: internal error: an invariant does not hold")
        reason = "declaration of 'k' was not understood: odd" if word == "island" else "asm 'x'"
        verdict = {"island": "unknown", "possible": "refuted"}.get(word, word)
        place = {"file": file, "line": 4, "column": 2, "array": "out"}
        finding = {"kind": "race", "severity": "error", "accesses": [place, place],
                   "status": "possible" if word == "possible" else "confirmed",
                   "why": "the replay stored 'y'" if word == "possible" else ""}
        kernels.append({"kernel": name, "file": file, "verdict": verdict, "stats": {"seconds": 0.25},
                        "findings": [finding] if verdict == "refuted" else [],
                        "unknowns": [dict(place, reason=reason)] if verdict == "unknown" else []})
print(json.dumps({"version": 1, "kernels": kernels, "errors": [], "arguments": sys.argv}, indent=2))
"""


class Tree(Run):
    suite = "tree"
    stand_in = TREE_STAND_IN

    def add(self, name, text):
        path = os.path.join(self.root, name)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)

    def test_kernels_of_text(self):
        text = """// __global__ void commented() {}
            __global__ void declared(int* p);
            template <int N> __global__ void __launch_bounds__(f(N), 2) bounded(int* p) { }
            extern "C" __global__ void plain(
                int* p) { }
            template <> __global__ void special<4>(int* p) { }"""
        self.assertEqual(run_suite.tree.kernels_of_text(text), ["bounded", "plain", "special"])

    def test_general_reasons(self):
        self.assertEqual(run_suite.tree.general("12:3: a call of 'f' in 'g'"),
                         "a call of '..' in '..'")
        self.assertEqual(run_suite.tree.general("1:2: races with /a/b.cu:9:5: timeout after 0.3 s; "
                                                "they never meet with --assume 'n > 0'"),
                         "races with ..: timeout")
        self.assertEqual(run_suite.tree.general("3/4: race out (the first thread does not come to line 7)"),
                         "race (the first thread does not come)")

    def test_findings_name_lines_and_files(self):
        def finding(status, *places):
            return {"kind": "race", "severity": "error", "status": status,
                    "accesses": [{"file": f, "line": n, "array": "s"} for f, n in places]}
        kernel = {"file": "a/k.cu", "findings": [
            finding("confirmed", ("a/k.cu", 3), ("b/h.cuh", 9)),
            finding("confirmed", ("a/k.cu", 3), ("b/h.cuh", 9)),  # in another block: the same row
            finding("possible", ("a/k.cu", 3), ("a/k.cu", 3)),
            dict(finding("confirmed", ("a/k.cu", 5), ("a/k.cu", 5)), severity="warning")]}
        self.assertEqual([(e["status"], e["places"], e["array"])
                          for e in run_suite.tree.errors_of(kernel)],
                         [("confirmed", "3/h.cuh:9", "s"), ("possible", "3/3", "s")])

    def test_findings_that_nobody_read_are_named(self):
        self.add("a.cu", "__global__ void k_refuted_a() { }\n__global__ void k_refuted_b() { }\n"
                         "__global__ void k_possible_c() { }\n")
        notes = os.path.join(self.folder.name, "notes.md")
        with open(notes, "w", encoding="utf-8") as file:
            file.write("## tree\n### a.cu: k_refuted_a\n\n| lines | array | class |\n|---|---|---|\n"
                       "| 4/4 | `out` | true |\n### a.cu: k_refuted_b\n| 4/5 | `out` | true |\n"
                       "## end\n| 4/4 | `out` | no kernel's |\n")
        done, result = self.run_suite("--read", notes)
        self.assertEqual(result["summary"]["unread"], [["a.cu", "k_refuted_b", "4/4", "out"]])
        self.assertIn("not read: a.cu: k_refuted_b: 4/4 out", done.stdout)
        self.assertEqual(result["summary"]["confirmed_findings"], 2)

    def test_only(self):
        for name in ("0_first/a.cu", "1_second/a.cu", "5_other/0_a.cu"):
            self.add(name, "__global__ void k_verified_a() { }\n")
        _, result = self.run_suite("--only", "^[01]_")
        self.assertEqual([row["file"] for row in result["kernels"]], ["0_first/a.cu", "1_second/a.cu"])

    def test_rows_and_summary(self):
        self.add("a/kernels.cuh", "__global__ void k_verified_a() { }\n")
        self.add("b/main.cu", '#include "own.cuh"\n__global__ void k_unknown_b() { }\n'
                              "void run() { k_unknown_b<<<1, 1>>>(); }\n")
        self.add("b/own.cuh", "__global__ void k_refuted_c() { }\n__global__ void k_possible_d() { }\n"
                              "__global__ void out_of_sight() { }\n")
        self.add("b/broken.cu", "__global__ void k_island_e() { }\n")
        self.add("b/host.cu", "int main() { }\n")
        done, result = self.run_suite("--jobs", "2")
        self.assertEqual(done.returncode, 0, done.stderr)
        rows = {row["kernel"]: row for row in result["kernels"]}
        self.assertEqual({name: row["verdict"] for name, row in rows.items()},
                         {"k_verified_a": "verified", "k_unknown_b": "unknown",
                          "k_refuted_c": "refuted", "k_possible_d": "refuted",
                          "k_island_e": "unknown", "out_of_sight": "absent"})
        # a header's kernel belongs to the unit with the launch, and is one row
        self.assertEqual(len(result["kernels"]), len(rows))
        self.assertEqual(rows["k_refuted_c"]["unit"], "b/main.cu")
        self.assertEqual(rows["k_refuted_c"]["reason"], "4/4: race out")
        summary = result["summary"]
        self.assertEqual(summary["kernels"], 5)
        self.assertEqual(summary["parsed_percent"], 80.0)
        self.assertEqual(summary["unknown_percent"], 40.0)
        self.assertEqual((summary["confirmed"], summary["possible"]), (1, 1))
        self.assertGreaterEqual(summary["median_seconds"], 0.25)
        self.assertIn({"count": 1, "reason": "asm '..'"}, summary["unknown_reasons"])
        self.assertEqual(summary["possible_reasons"],
                         [{"count": 1, "reason": "race (the replay stored '..')"}])
        self.assertIn("5 kernels: 80.0 % parsed, 40.0 % unknown", done.stdout)

    def test_units_reach_their_kernels_through_includes(self):
        self.add("main.cu", '#include "parts/wrapper.cuh"\nint main() { }\n')
        self.add("parts/wrapper.cuh", '#include "../one.cuh"\n#include "gone.h"\n'
                                      "void run() { k_a<<<1, 1>>>(); }\n")
        self.add("one.cuh", '#include "parts/wrapper.cuh"\n__global__ void k_a() { }\n')
        self.add("plain.cu", '// __global__ <<<\nint f() { return 0; }\n')
        self.add("alone.cu", "__global__ void k_b() { }\n")
        units, kernels = run_suite.tree.find_units(self.root)
        self.assertEqual(units, ["main.cu", "alone.cu", "one.cuh", "parts/wrapper.cuh"])
        self.assertEqual(sorted(kernels), [("alone.cu", "k_b"), ("one.cuh", "k_a")])

    def test_a_crash_is_one_kernels_own(self):
        self.add("both.cu", "__global__ void k_crash_a() { }\n__global__ void k_verified_b() { }\n")
        done, result = self.run_suite()
        self.assertEqual(done.returncode, 1)
        self.assertEqual({row["kernel"]: row["verdict"] for row in result["kernels"]},
                         {"k_crash_a": "CRASH", "k_verified_b": "verified"})

    def test_folders_are_handed_on(self):
        self.add("a.cu", "__global__ void k_verified_a() { }\n")
        echo = os.path.join(self.folder.name, "echo")
        with open(echo, "w", encoding="utf-8") as file:
            file.write("#!/bin/sh\necho \"$@\" > " + os.path.join(self.folder.name, "seen") + "\n")
        os.chmod(echo, stat.S_IRWXU)
        self.run_suite("--heddle", echo, "-I", "one", "-I", "two")
        with open(os.path.join(self.folder.name, "seen"), encoding="utf-8") as file:
            self.assertIn("-I one -I two", file.read())

    def test_empty_root(self):
        os.makedirs(self.root)
        done, _ = self.run_suite()
        self.assertNotEqual(done.returncode, 0)
        self.assertIn("no CUDA sources below", done.stderr)


class Synthetic(unittest.TestCase):
    def test_kernels_grow_with_n(self):
        self.assertEqual(synthetic.accesses(7).count("s[t] ="), 7)
        self.assertEqual(synthetic.barriers(7).count("__syncthreads"), 7)
        self.assertEqual(synthetic.conditionals(7).count("if ("), 7)
        self.assertEqual(synthetic.unsynchronised_loops(7).count("for ("), 7)
        loops = synthetic.synchronised_loops(7)
        self.assertEqual((loops.count("for ("), loops.count("__syncthreads")), (7, 2))
        for family in synthetic.FAMILIES.values():
            self.assertEqual(family(7).count("{"), family(7).count("}"))

    def test_power_law(self):
        factor, power = synthetic.power_law([(n, 0.5 * n ** 2) for n in range(1, 20)])
        self.assertAlmostEqual(factor, 0.5)
        self.assertAlmostEqual(power, 2)

    def test_exit_codes_and_bounds(self):
        for program, code, text in [("/bin/true", 0, "all verified"),
                                    ("/bin/false", 1, "n = 2: exit code 1")]:
            done = subprocess.run([SYNTHETIC, "--heddle", program, "--family", "barriers", "--to",
                                   "3"], capture_output=True, text=True, check=False)
            self.assertEqual(done.returncode, code)
            self.assertIn(text, done.stdout)


if __name__ == "__main__":
    unittest.main()

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


class WholeRun(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        self.heddle = os.path.join(self.folder.name, "stand-in")
        with open(self.heddle, "w", encoding="utf-8") as file:
            file.write(STAND_IN)
        os.chmod(self.heddle, stat.S_IRWXU)
        self.root = os.path.join(self.folder.name, "a suite")

    def add(self, name, first, answer):
        folder = os.path.join(self.root, name)
        os.makedirs(folder)
        with open(os.path.join(folder, "kernel.cu"), "w", encoding="utf-8") as file:
            file.write(f"{first}\n//--blockDim=64 --gridDim=1\n// {answer}\n")

    def run_suite(self, *extra):
        out = os.path.join(self.folder.name, "out.json")
        done = subprocess.run([RUN_SUITE, "--suite", "gpuverify", "--root", self.root, "--heddle",
                               self.heddle, "--json", out, *extra], capture_output=True, text=True,
                              check=False)
        result = None
        if os.path.exists(out):
            with open(out, encoding="utf-8") as file:
                result = json.load(file)
        return done, result

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

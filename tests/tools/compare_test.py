"""Tests of benchmarks/compare: suites, measuring, runs that were stopped, imports."""

import json
import os
import pty
import signal
import stat
import subprocess
import sys
import tempfile
import time
import unittest
from unittest import mock

REPOSITORY = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
COMPARE = os.path.join(REPOSITORY, "benchmarks", "compare")
sys.dont_write_bytecode = True
sys.path.insert(0, os.path.join(REPOSITORY, "benchmarks"))
from harness import families, golden, manifest, measure, runner
from harness.importers import gpuverify, weft

# Answers as the word in the file's first line says; notes each call in a file beside itself.
STAND_IN = """#!/usr/bin/env python3
import json, sys, time
if "--version" in sys.argv:
    sys.exit(print("stand-in 1"))
open(__file__ + ".calls", "a").write(sys.argv[2] + "\\n")
word = open(sys.argv[2]).readline().split()[-1]
if word == "sleep":
    time.sleep(60)
if word == "crash":
    sys.exit("heddle: internal error: an invariant does not hold")
place = {"file": sys.argv[2], "line": 4, "column": 2}
finding = {"kind": "race", "severity": "error", "status": "confirmed", "scope": "block", "accesses": [place, place]}
kernel = {"kernel": "k", "verdict": word, "findings": [finding] if word == "refuted" else [],
          "unknowns": [dict(place, reason="asm")] if word == "unknown" else []}
print(json.dumps({"version": 1, "kernels": [kernel], "errors": []}, indent=2))
sys.exit({"verified": 0, "refuted": 1, "unknown": 3}[word])
"""


class Measuring(unittest.TestCase):
    def test_exit_code_and_output(self):
        run = measure.run(["sh", "-c", "echo out; echo err >&2; exit 3"], 10)
        self.assertEqual((run.code, run.output), (3, "out\nerr\n"))
        self.assertEqual(measure.run(["sh", "-c", "kill -9 $$"], 10).code, -9)

    def test_memory_of_the_whole_tree(self):
        eat = f"{sys.executable} -c 'import time; x = bytearray(60 << 20); time.sleep(3)'"
        run = measure.run(["sh", "-c", f"{eat} & {eat} & wait"], 20)
        self.assertGreater(run.peak_mb, 120)

    def test_memory_is_not_that_of_the_harness(self):
        ballast = bytearray(200 << 20)
        run = measure.run(["sleep", "0.1"], 10)
        self.assertLess(run.peak_mb, 20)
        self.assertEqual(len(ballast), 200 << 20)

    def test_processor_seconds_of_children(self):
        burn = f"{sys.executable} -c 'import time; e = time.process_time() + 0.4\nwhile time.process_time() < e: pass'"
        run = measure.run(["sh", "-c", f"{burn}; {burn}"], 30)
        self.assertGreater(run.cpu, 0.8)

    def test_time_out_ends_the_whole_tree(self):
        with tempfile.TemporaryDirectory() as folder:
            beat = os.path.join(folder, "beat")
            start = time.monotonic()
            run = measure.run(["sh", "-c", f"(while :; do date +%N > {beat}; done) & wait"], 2)
            self.assertLess(time.monotonic() - start, 10)
            self.assertIsNone(run.code)
            self.assertGreater(run.cpu, 0.015)  # of processes that nobody waited for; the shell alone takes 0.002
            time.sleep(0.2)
            with open(beat, encoding="utf-8") as file:
                last = file.read()
            time.sleep(0.3)
            with open(beat, encoding="utf-8") as file:
                self.assertEqual(file.read(), last)


class Comparison(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = folder.name
        self.heddle = self.path("stand-in")
        self.write("stand-in", STAND_IN)
        os.chmod(self.heddle, stat.S_IRWXU)
        self.out = self.path("out.json")

    def path(self, name):
        return os.path.join(self.folder, name)

    def write(self, name, text):
        with open(self.path(name), "w", encoding="utf-8") as file:
            file.write(text)

    def suite(self, **words):
        """One file for each name, whose answer is the word; every expectation is "verified"."""
        for name, word in words.items():
            self.write(name + ".cu", f"// {word}\n")
        self.write("suite.json", json.dumps({"version": 1, "files": [
            {"path": name + ".cu", "expected": "verified"} for name in words]}))
        return self.path("suite.json")

    def command(self, suite, *extra):
        return [COMPARE, suite, "--heddle", self.heddle, "--out", self.out, *extra]

    def compare(self, suite, *extra):
        done = subprocess.run(self.command(suite, *extra), capture_output=True, text=True, check=False)
        result = None
        if os.path.exists(self.out):
            with open(self.out, encoding="utf-8") as file:
                result = json.load(file)
        return done, result

    def calls(self):
        if not os.path.exists(self.heddle + ".calls"):
            return []
        with open(self.heddle + ".calls", encoding="utf-8") as file:
            return [os.path.basename(line.strip()) for line in file]

    def test_rows(self):
        done, result = self.compare(self.suite(a="verified", b="refuted", c="unknown"), "--jobs", "2", "--runs", "2")
        self.assertEqual(done.returncode, 0, done.stderr)
        rows = {row["name"]: row for row in result["rows"]}
        self.assertEqual({name: row["outcome"] for name, row in rows.items()},
                         {"a.cu": "ok", "b.cu": "false-alarm", "c.cu": "unknown"})
        self.assertEqual((rows["b.cu"]["kinds"], rows["b.cu"]["lines"], rows["b.cu"]["exit"]), (["race"], [4], 1))
        self.assertEqual((rows["c.cu"]["note"], rows["c.cu"]["runs"]), ("4:2: asm", 2))
        for row in rows.values():
            self.assertGreater(row["peak_mb"], 1)
            self.assertGreater(row["wall"], 0)
            self.assertGreater(row["cpu"], 0)
        self.assertEqual(sorted(self.calls()), ["a.cu", "a.cu", "b.cu", "b.cu", "c.cu", "c.cu"])
        self.assertEqual(result["tools"]["heddle"]["version"], "stand-in 1")
        self.assertIn("heddle: 3 files: 1 ok, 1 unknown, 1 false-alarm", done.stdout)
        self.assertEqual(sum(line.startswith(("a.cu", "b.cu", "c.cu")) for line in done.stdout.splitlines()), 3)

    def test_exit_codes(self):
        for word, code, all_ok in [("verified", 0, 0), ("unknown", 0, 1), ("refuted", 0, 1), ("crash", 1, 1)]:
            suite = self.suite(a=word)
            self.assertEqual(self.compare(suite)[0].returncode, code, word)
            self.assertEqual(self.compare(suite, "--all-ok")[0].returncode, all_ok, word)
        self.write("a.cu", "// verified\n")
        self.write("suite.json", '{"version": 1, "files": [{"path": "a.cu", "expected": "refuted"}]}')
        self.assertEqual(self.compare(self.path("suite.json"))[0].returncode, 1)

    def test_time_out(self):
        done, result = self.compare(self.suite(a="sleep"), "--timeout", "4", "--runs", "3")
        self.assertEqual((result["rows"][0]["outcome"], result["rows"][0]["exit"]), ("TIMEOUT", None))
        self.assertEqual(len(self.calls()), 1)  # no second run of what does not end
        self.assertIn("TIMEOUT", done.stdout)

    def test_long_runs_are_not_repeated(self):
        for seconds, times in [(runner.LONG_RUN - 1, 3), (runner.LONG_RUN + 1, 1)]:
            tool, options = mock.Mock(extra=[]), mock.Mock(runs=3, timeout=60)
            tool.adapter.command.return_value = ["stand-in"]
            with mock.patch.object(measure, "run", return_value=measure.Run(0, "", seconds, seconds, 20.0)):
                _, runs = runner.measure_file({"path": "a.cu"}, tool, self.folder, options)
            self.assertEqual(len(runs), times)

    def test_a_stopped_run_goes_on_where_it_was(self):
        suite = self.suite(a="verified", b="verified", c="sleep")
        running = subprocess.Popen(self.command(suite), stdout=subprocess.DEVNULL, start_new_session=True)
        end = time.monotonic() + 30
        while self.calls() != ["a.cu", "b.cu", "c.cu"] and time.monotonic() < end:
            time.sleep(0.05)
        os.killpg(running.pid, signal.SIGKILL)
        running.wait()
        self.assertFalse(os.path.exists(self.out))
        with open(self.out + ".rows", "a", encoding="utf-8") as file:
            file.write('{"name": "c.cu", "tool": "hed')  # the last line may be cut off
        done, result = self.compare(suite, "--only", "[ab].cu")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual(self.calls(), ["a.cu", "b.cu", "c.cu"])
        self.assertEqual((len(result["rows"]), result["rows_taken_over"]), (2, 2))
        self.assertFalse(os.path.exists(self.out + ".rows"))

    def test_what_has_changed_is_run_again(self):
        suite = self.suite(a="verified", b="verified")
        self.compare(suite)
        self.write("a.cu", "// refuted\n")
        _, result = self.compare(suite)
        self.assertEqual(self.calls(), ["a.cu", "b.cu", "a.cu"])
        self.assertEqual([row["verdict"] for row in result["rows"]], ["refuted", "verified"])
        self.compare(suite, "--timeout", "50")
        self.assertEqual(len(self.calls()), 5)

    def test_a_tool_that_is_not_there_is_a_skipped_column(self):
        done, result = self.compare(self.suite(a="verified"), "--tools", "heddle,weft", "--program", "weft=/no/weft")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual(result["tools"]["weft"], {"version": "/no/weft: not found", "found": False})
        self.assertEqual([row["outcome"] for row in result["rows"]], ["ok", "skipped"])
        self.assertIn("weft: skipped: /no/weft: not found", done.stdout)

    def test_a_bar_on_a_terminal(self):
        suite, (leader, follower) = self.suite(a="verified", b="verified"), pty.openpty()
        done = subprocess.run(self.command(suite), stdout=follower, check=False)
        os.close(follower)
        text = os.read(leader, 100000).decode()
        os.close(leader)
        self.assertEqual(done.returncode, 0)
        self.assertIn("\r\033[K[###############...............] 1/2 heddle: a.cu", text)
        self.assertNotIn("ok        ", text)

    def test_recorded_column(self):
        self.write("record.json", json.dumps({"tool": "GPUVerify", "machine": "some", "rows": [
            {"file": "a.cu", "verdict": "NOT_ALL_VERIFIED", "kinds": ["write-write race"], "cpu_seconds": 1.5,
             "wall_seconds": 9, "peak_mb": 110}, {"file": "z.cu", "verdict": "SUCCESS", "kinds": [], "cpu_seconds": 1,
                                                  "wall_seconds": 1, "peak_mb": 1}]}))
        _, result = self.compare(self.suite(a="verified"), "--recorded", self.path("record.json"))
        row = result["rows"][1]
        self.assertEqual((row["tool"], row["outcome"], row["kinds"], row["cpu"]),
                         ("gpuverify (recorded)", "false-alarm", ["race"], 1.5))
        self.assertEqual(len(result["rows"]), 2)

    def test_bad_input(self):
        self.write("bad.json", '{"version": 1, "files": [{"path": "a.cu", "blok": "3"}]}')
        self.write("twice.json", '{"version": 1, "files": [{"path": "a.cu"}, {"path": "a.cu"}]}')
        self.write("verdict.json", '{"version": 1, "files": [{"path": "a.cu", "expected": "fine"}]}')
        self.write("text.json", "not JSON")
        self.write("gone.json", '{"version": 1, "files": [{"path": "gone.cu"}]}')
        for name, said in [("bad.json", "`blok` is not known"), ("twice.json", "two files are named a.cu"),
                           ("verdict.json", "`fine` is no verdict"), ("text.json", "not JSON"),
                           ("absent.json", "No such file"), ("gone.json", "gone.cu: No such file")]:
            done, _ = self.compare(self.path(name))
            self.assertEqual(done.returncode, 2, name)
            self.assertIn(said, done.stderr)
            self.assertNotIn("Traceback", done.stderr)
        for extra in (["--tools", "heddel"], ["--timeout", "0"], ["--sizes", "5..2"], ["--runs", "0"]):
            self.assertEqual(self.compare("synthetic", *extra)[0].returncode, 2, extra)

    def test_generated_suites(self):
        self.write("stand-in", STAND_IN.replace('word = open(sys.argv[2]).readline().split()[-1]', 'word = "verified"'))
        done, result = self.compare("synthetic", "--sizes", "1..5:2", "--only", "^barriers", "--all-ok")
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        self.assertEqual([(row["family"], row["size"]) for row in result["rows"]],
                         [("barriers", 1), ("barriers", 3), ("barriers", 5)])


class Suites(unittest.TestCase):
    def test_synthetic_kernels_grow_with_n(self):
        self.assertEqual(families.accesses(7).count("s[t] ="), 7)
        self.assertEqual(families.barriers(7).count("__syncthreads"), 7)
        self.assertEqual(families.conditionals(7).count("if ("), 7)
        self.assertEqual(families.unsynchronised_loops(7).count("for ("), 7)
        loops = families.synchronised_loops(7)
        self.assertEqual((loops.count("for ("), loops.count("__syncthreads")), (7, 2))
        for n in (1, 5, 40):
            clean, racy = families.random_protocol(n), families.random_protocol(n, True)
            self.assertEqual(clean.count("sum +="), n)
            self.assertEqual(clean.count("__syncthreads"), racy.count("__syncthreads") + 1)
        for make in [*families.SYNTHETIC.values(), *families.FOREIGN.values(), *families.STRESS.values()]:
            self.assertEqual(make(7).count("{"), make(7).count("}"))
        for name in families.SIZED:
            manifest.check(families.suite(name), name)

    def test_golden_kernels_are_a_suite(self):
        suite = golden.suite(os.path.join(REPOSITORY, "tests", "golden"), "field")
        manifest.check(suite, "field")
        files = {file["path"]: file for file in suite["files"]}
        file = files["field/softmax_shared_scratch_racy.cu"]
        self.assertEqual((file["expected"], file["kinds"], file["source"]),
                         (["refuted"], ["race"], "karpathy/llm.c 282"))
        self.assertEqual(len(file["lines"]), 2)
        self.assertIn("needs", files["field/guarded_return_strict.cu"])

    def test_golden_options(self):
        self.assertEqual(golden.translate("--block 32,2 --assume \"n > 3\" -D N=4 -DM --param n=2 --warp-sync --kernel 'k<3>'"),
                         {"block": "32,2", "assume": ["n > 3"], "defines": ["N=4", "M"], "params": {"n": 2},
                          "warp_sync": 32, "kernel": "k<3>"})
        self.assertEqual(golden.translate("--strict-exit --param t=@t.bin --block symbolic"),
                         {"options": {"heddle": ["--strict-exit", "--param", "t=@t.bin", "--block", "symbolic"]},
                          "needs": "needs --strict-exit --param t=@t.bin --block symbolic"})


class Imports(unittest.TestCase):
    def test_gpuverify_expectations(self):
        invariant = ["loop invariant might not be maintained"]
        for line, messages, verdict in [
                ("//pass", [], "verified"), ("//PASS", [], "verified"), ("//xfail:NOT_ALL_VERIFIED", [], "refuted"),
                ("//XFAIL:NOT_ALL_VERIFIED", [], "refuted"), ("//xfail:BUGLE_ERROR", [], "rejected"),
                ("//xfail:NOT_ALL_VERIFIED", invariant, "rejected"),
                ("//xfail:NOT_ALL_VERIFIED", invariant + ["possible write-write race"], "refuted"), ("int x;", [], None)]:
            self.assertEqual(gpuverify.expected_verdict(line, messages), verdict, line)

    def test_gpuverify_options(self):
        line = "//--blockDim=[64,8] --gridDim=2 --warp-sync=16 -DN=4 --only-intra-group --equality-abstraction --no-inline"
        file = gpuverify.translate(line)
        self.assertEqual(file["options"]["gpuverify"], line[2:].split())
        self.assertEqual(file["ignored"], ["--equality-abstraction", "--no-inline"])
        self.assertEqual((file["block"], file["grid"], file["warp_sync"], file["defines"], file["only_intra_group"]),
                         ("64,8", "2", 16, ["N=4"], True))
        self.assertTrue(gpuverify.translate("//--only-divergence")["only_divergence"])
        self.assertEqual(gpuverify.translate("//--no-benign-tolerance")["options"]["heddle"], ["--strict-writes"])
        self.assertEqual(gpuverify.translate("//--blockDim=[*,8]")["block"], "")
        self.assertEqual(gpuverify.translate("__global__ void k() {}")["ignored"], [])

    def test_gpuverify_tree(self):
        with tempfile.TemporaryDirectory() as root:
            os.makedirs(os.path.join(root, "tests", "one"))
            with open(os.path.join(root, "tests", "one", "kernel.cu"), "w", encoding="utf-8") as file:
                file.write("//xfail:NOT_ALL_VERIFIED\n//--blockDim=64 --gridDim=1 -Iinc\n"
                           "//kernel.cu: error: possible read-write race on s\\[0\\]\n\n__global__ void k() {}\n")
            out = os.path.join(root, "suite.json")
            done = subprocess.run([COMPARE, "--import", "gpuverify", os.path.join(root, "tests"), "--out", out],
                                  capture_output=True, text=True, check=False)
            self.assertEqual(done.returncode, 0, done.stderr)
            self.assertEqual(manifest.load(out)["files"][0],
                             {"path": "one/kernel.cu", "expected": "refuted", "block": "64", "grid": "1",
                              "includes": ["one/inc"], "kinds": ["race"],
                              "options": {"gpuverify": ["--blockDim=64", "--gridDim=1", "-Iinc"]}})

    def test_weft_conventions(self):
        script = "cd saxpy\nmake\n../../src/weft -t 4 -n 320 one.ptx\ncd ..\ncd DME\n../../src/weft -s -t 4 fermi.ptx\n"
        self.assertEqual(weft.commands(script), {"saxpy/one": ["-t", "4", "-n", "320"], "DME/fermi": ["-s", "-t", "4"]})
        makefile = "%_fermi_small.ptx : %_fermi.cu\n\tnvcc -o $@ -ptx -DSTEPS=4 $<\n\n%.ptx : %.cu\n\tnvcc $<\n"
        self.assertEqual(weft.small_macros(makefile, "chem_fermi"), ["-DSTEPS=4"])
        self.assertEqual(weft.small_macros(makefile, "chem_kepler"), [])
        paper = {"source": "paper", "kernels": {"a/b": {"races": "harmful", "threads": 64}}}
        self.assertEqual(weft.entry("a/b", ["-n", "16x4"], "shfl.sync.down", paper),
                         {"path": "a/b.ptx", "expected": "refuted", "kinds": ["race"], "source": "paper",
                          "block": "16,4", "warp_sync": 32})
        self.assertEqual(weft.entry("negatives/arrival", [], "", paper)["expected"], "verified")


if __name__ == "__main__":
    unittest.main()

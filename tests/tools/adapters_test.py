"""Tests of benchmarks/harness: what adapters make of the outputs of other tools (outputs/), and how
they call them."""

import os
import sys
import tempfile
import unittest

REPOSITORY = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
OUTPUTS = os.path.join(os.path.dirname(os.path.abspath(__file__)), "outputs")
sys.dont_write_bytecode = True
sys.path.insert(0, os.path.join(REPOSITORY, "benchmarks"))
from harness import adapters, judge, measure
from harness.adapters import compute_sanitizer, faial, gpuverify, heddle, weft
from harness.answer import Answer


def recorded(name, code=None):
    with open(os.path.join(OUTPUTS, name + ".txt"), encoding="utf-8") as file:
        return measure.Run(int(name.rsplit("_", 1)[1]) if code is None else code, file.read(), 1, 1, 1)


def said(text, code=0):
    return measure.Run(code, text, 1, 1, 1)


class Weft(unittest.TestCase):
    def read(self, name, path="k.ptx"):
        return weft.read(recorded(name), {"path": path})

    def test_verdicts(self):
        for name, verdict, kinds in [("weft_ping_pong_0", "verified", []), ("weft_deadlock_8", "refuted", ["deadlock"]),
                                     ("weft_different_5", "refuted", ["count"]), ("weft_over_6", "refuted", ["count"]),
                                     ("weft_arrival_7", "unknown", []), ("weft_early_arrival_7", "unknown", [])]:
            answer = self.read(name)
            self.assertEqual((answer.verdict, answer.kinds), (verdict, kinds), name)
        self.assertIn("All arrivals on barrier 1", self.read("weft_arrival_7").note)

    def test_races_have_lines_of_their_file(self):
        answer = self.read("weft_write_after_read_0", "ptx/write_after_read.ptx")
        self.assertEqual((answer.verdict, answer.kinds, answer.lines), ("refuted", ["race"], [13, 20]))

    def test_silence_is_no_proof(self):
        self.assertEqual(weft.read(said(""), {"path": "k.ptx"}).verdict, "CRASH")
        self.assertEqual(weft.read(measure.Run(None, "", 1, 1, 1), {"path": "k.ptx"}).verdict, "TIMEOUT")
        aborted = said("weft: program.cc:773: parse: Assertion `tokens.size() == 5' failed.", -6)
        self.assertEqual(weft.read(aborted, {"path": "k.ptx"}).verdict, "CRASH")

    def test_compiled_code_is_given_as_it_was(self):
        text = ('\t.file\t1 "a/k.cu"\n\t.loc\t1 7 2, function_name $L1, inlined_at 1 3 4\n'
                "\tshfl.sync.down.b32 \t%r1|%p1, %r2, %r3, %r4, %r5;\n\tbar.sync \t0;\n")
        self.assertEqual(weft.as_it_was(text), '\t.file\t1 "a/k.cu", 0, 0\n\t.loc\t1 7 2\n'
                         "\tshfl.down.b32 \t%r1|%p1, %r2, %r3, %r4;\n\tbar.sync \t0;\n")
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "k.ptx")
            with open(path, "w", encoding="utf-8") as file:
                file.write(text)
            os.mkdir(os.path.join(folder, "own"))
            own = os.path.join(folder, "own")
            command = weft.command("weft", {"path": "k.ptx", "block": "16,4", "warp_sync": 32}, path, own, folder)
            self.assertEqual(command[1:], ["-t", "2", "-n", "16x4", "-s", os.path.join(own, "k.ptx")])

    def test_sources_are_not_for_it(self):
        self.assertTrue(weft.unfit({"path": "k.cu"}))
        self.assertTrue(weft.unfit({"path": "k.ptx", "params": {"n": 2}}))
        self.assertFalse(weft.unfit({"path": "k.ptx"}))


class GpuVerify(unittest.TestCase):
    def test_verdicts(self):
        answer = gpuverify.read(recorded("gpuverify_racy_6"), {})
        self.assertEqual((answer.verdict, answer.kinds, answer.lines), ("refuted", ["divergence", "race"], [9, 10, 12]))
        self.assertEqual(gpuverify.read(recorded("gpuverify_verified_0"), {}).verdict, "verified")
        answer = gpuverify.read(recorded("gpuverify_clang_2"), {})
        self.assertEqual((answer.verdict, answer.note), ("input-error", "CLANG_ERROR: 1 error generated."))
        self.assertEqual(gpuverify.read(said("", 7), {}).verdict, "TIMEOUT")
        self.assertEqual(gpuverify.read(said("", 40), {}).verdict, "CRASH")

    def test_command(self):
        file = {"path": "k.cu", "block": "8,8", "grid": "2", "warp_sync": 16, "only_intra_group": True, "defines": ["N=4"]}
        self.assertEqual(gpuverify.command("gv", file, "/k.cu", "", "/r"),
                         ["gv", "--timeout=0", "--blockDim=[8,8]", "--gridDim=[2]", "--warp-sync=16",
                          "--only-intra-group", "-DN=4", "/k.cu"])
        own = {**file, "options": {"gpuverify": ["--blockDim=8", "--no-inline"]}}
        self.assertEqual(gpuverify.command("gv", own, "/k.cu", "", "/r")[2:], ["--blockDim=8", "--no-inline", "/k.cu"])

    def test_unfit(self):
        self.assertIn("sizes", gpuverify.unfit({"path": "k.cu", "block": "8"}))
        self.assertTrue(gpuverify.unfit({"path": "k.cu", "block": "8", "grid": "1", "assume": ["n > 0"]}))
        self.assertFalse(gpuverify.unfit({"path": "k.cu", "block": "8", "grid": "1"}))


class Others(unittest.TestCase):
    def test_faial(self):
        def read(text):
            return faial.read(said(text), {}).verdict
        self.assertEqual(read('{"kernels": [{"kernel_name": "k", "status": "drf"}]}'), "verified")
        self.assertEqual(read('{"kernels": [{"status": "drf"}, {"status": "racy"}]}'), "refuted")
        self.assertEqual(read('{"kernels": [{"status": "drf"}, {"status": "unknown"}]}'), "unknown")
        for odd in ("", "{}", '{"kernels": []}', '{"kernels": [{"status": "maybe"}]}', "kernel is DRF", '{"kernels": 3}'):
            self.assertEqual(read(odd), "unknown", odd)
        self.assertTrue(faial.unfit({"path": "k.cu", "block": "32"}))

    def test_compute_sanitizer(self):
        def read(name, path="k.cu"):
            answer = compute_sanitizer.read(recorded(f"compute-sanitizer_{name}_0"), {"path": path})
            return answer.verdict, answer.kinds, answer.lines, answer.note
        self.assertEqual(read("racy", "alarms/relaxed_in_assembly.cu"), ("refuted", ["race"], [7, 9], ""))
        self.assertEqual(read("racy", "other.cu"), ("refuted", ["race"], [], ""))
        self.assertEqual(read("warnings", "warp_sync_option_clean.cu"), ("refuted", ["race"], [7, 9], "warnings only"))
        self.assertEqual(read("cluster", "last_warp_waits.cu"), ("refuted", ["race"], [23], ""))
        self.assertEqual(read("quiet"), ("unknown", [], [], "nothing found in one run"))
        self.assertEqual(read("failed"), ("CRASH", [], [], "the program failed"))
        self.assertEqual(compute_sanitizer.read(said("no device", 1), {}).verdict, "CRASH")
        self.assertEqual(compute_sanitizer.read(measure.Run(None, "", 1, 1, 1), {}).verdict, "TIMEOUT")
        self.assertTrue(compute_sanitizer.unfit({"path": "k.cu"}))
        self.assertFalse(compute_sanitizer.unfit({"path": "k.cu", "host": "main.cu"}))

    def test_architectures_of_host_programs(self):
        self.assertEqual(compute_sanitizer.architecture({}), "-arch=native")
        self.assertEqual(compute_sanitizer.architecture({"arch": "sm_90"}), "-arch=sm_90")
        self.assertEqual(compute_sanitizer.architecture({"arch": "sm_90a"}), "-gencode=arch=compute_90a,code=sm_90a")

    def test_recorded_runs_of_compute_sanitizer(self):
        quiet = {"verdict": "unknown", "kinds": [], "lines": [], "note": "", "wall_seconds": 2, "cpu_seconds": 1, "peak_mb": 9}
        racy = {**quiet, "verdict": "refuted", "kinds": ["race"], "lines": [3], "peak_mb": 5}
        name, answer, seen = compute_sanitizer.recorded({"file": "a.cu", "racecheck": racy, "synccheck": quiet})
        self.assertEqual((name, answer.verdict, answer.kinds, answer.lines), ("a.cu", "refuted", ["race"], [3]))
        self.assertEqual(seen, {"wall": 4, "cpu": 2, "peak_mb": 9})

    def test_every_adapter_has_the_same_parts(self):
        for adapter in adapters.ALL.values():
            for part in ("NAME", "PROGRAM", "unfit", "command", "read", "version"):
                self.assertTrue(hasattr(adapter, part), (adapter.NAME, part))
            self.assertTrue(adapter.unfit({"path": "k.cu", "needs": "another tool"}), adapter.NAME)


RACY = """some text before
{
  "version": 1, "errors": [], "kernels": [{"kernel": "k", "verdict": "refuted", "unknowns": [], "findings": [
    {"kind": "race", "severity": "error", "status": "confirmed", "scope": "%s", "accesses": [
      {"file": "a/k.cu", "line": 4}, {"file": "a/h.cuh", "line": 9}]}]}]}
"""
PROVED = """{
  "version": 1, "errors": [], "kernels": [{"kernel": "k", "verdict": "verified", "unknowns": [], "findings": []}]}
"""


class Heddle(unittest.TestCase):
    def test_command(self):
        file = {"path": "k.cu", "kernel": "k", "block": "64", "assume": ["n > 0"], "params": {"m": 3},
                "warp_sync": 16, "defines": ["N=4"], "includes": ["inc"], "options": {"heddle": ["--strict-exit"]}}
        self.assertEqual(heddle.command("h", file, "/r/k.cu", "", "/r"),
                         ["h", "check", "/r/k.cu", "--format", "json", "--kernel", "k", "--block", "64",
                          "--warp-sync=16", "--param", "m=3", "--assume", "n > 0", "-DN=4", "-I/r/inc", "--strict-exit"])
        self.assertIn("--large-block", heddle.command("h", {"path": "k.cu", "block": "64,32"}, "/k.cu", "", "/"))
        command = heddle.command("h", {"path": "k.ptx", "warp_sync": 32, "cta": "1"}, "/k.ptx", "", "/")
        self.assertEqual(command[1:], ["ptx", "/k.ptx", "--format", "json", "--cta", "1", "--warp-sync"])

    def test_refuted(self):
        answer = heddle.read(said(RACY % "block", 1), {"path": "a/k.cu"})
        self.assertEqual((answer.verdict, answer.kinds, answer.lines, answer.confirmed), ("refuted", ["race"], [4], True))

    def test_findings_that_the_suite_does_not_ask_about(self):
        for file, scope, verdict in [({"only_divergence": True}, "block", "verified"),
                                     ({"only_intra_group": True}, "grid", "verified"),
                                     ({"only_intra_group": True}, "block", "refuted")]:
            answer = heddle.read(said(RACY % scope, 1), {"path": "k.cu", **file})
            self.assertEqual(answer.verdict, verdict, (file, scope))
        undecided = (RACY % "grid").replace('"unknowns": []', '"unknowns": [{"line": 1, "column": 2, "reason": "asm"}]')
        answer = heddle.read(said(undecided, 1), {"path": "k.cu", "only_intra_group": True})
        self.assertEqual((answer.verdict, answer.note), ("unknown", "1:2: asm"))

    def test_breakdowns(self):
        for run, verdict in [(said("", 0), "CRASH"), (said("", -11), "CRASH"), (said("bad option", 2), "input-error"),
                             (said(PROVED, 0), "verified"), (said("heddle: internal error: x\n" + PROVED, 0), "CRASH"),
                             (measure.Run(None, PROVED, 1, 1, 1), "TIMEOUT")]:
            self.assertEqual(heddle.read(run, {"path": "k.cu"}).verdict, verdict, run)


class Judgement(unittest.TestCase):
    def test_outcomes(self):
        for expected, verdict, outcome in [
                ("verified", "verified", "ok"), ("refuted", "refuted", "ok"), ("refuted", "verified", "WRONG-VERIFIED"),
                ("verified", "refuted", "false-alarm"), ("verified", "unknown", "unknown"), ("refuted", "unknown", "unknown"),
                ("verified", "input-error", "input-error"), ("rejected", "input-error", "ok"), ("rejected", "unknown", "ok"),
                ("rejected", "verified", "read-by-hand"), ("refuted", "TIMEOUT", "TIMEOUT"), ("rejected", "CRASH", "CRASH"),
                ("unknown", "verified", "read-by-hand"), (["verified", "refuted"], "refuted", "ok"), ([], "verified", "not-judged")]:
            self.assertEqual(judge.outcome({"path": "k", "expected": expected}, Answer(verdict)), outcome, (expected, verdict))

    def test_what_nobody_here_asks_about_is_read_by_hand(self):
        file = {"path": "k", "expected": "refuted", "kinds": ["null-pointer"]}
        self.assertEqual(judge.outcome(file, Answer("verified")), "read-by-hand")
        file = {"path": "k", "expected": "refuted", "kinds": ["null-pointer", "race"]}
        self.assertEqual(judge.outcome(file, Answer("verified")), "WRONG-VERIFIED")
        same = Answer("verified", tolerated="same-value-write warning")
        self.assertEqual(judge.outcome(file, same), "read-by-hand")

    def test_kinds(self):
        file = {"path": "k", "expected": "refuted", "kinds": ["race"]}
        self.assertEqual(judge.outcome(file, Answer("refuted", ["divergence", "race"])), "ok")
        self.assertEqual(judge.outcome(file, Answer("refuted", ["divergence"])), "other-kind")

    def test_peers_are_not_expected_to_fail_as_heddle_does(self):
        self.assertEqual(judge.outcome({"path": "k", "expected": "unknown"}, Answer("verified"), False), "not-judged")


if __name__ == "__main__":
    unittest.main()

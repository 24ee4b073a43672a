"""Tests of benchmarks/repair.py: a repair that hangs, crashes or lies is a row that says so."""

import os
import subprocess
import sys
import tempfile
import time
import unittest

REPOSITORY = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
sys.path.insert(0, os.path.join(REPOSITORY, "benchmarks"))
import repair  # noqa: E402

KERNEL = "__global__ void k() {\n}\n"
# Does what the name of its file says.
STAND_IN = """#!/usr/bin/env python3
import json, os, subprocess, sys, time
path = next((a for a in sys.argv if a.endswith(".cu")), "")
if sys.argv[1] == "check":
    sys.exit(0 if "__syncthreads" in sys.stdin.read() else 1)
if "hang" in path:
    subprocess.run(["sleep", "600"])
if "abort" in path:
    os.abort()
added = "+  // nothing\\n" if "lies" in path else "+  __syncthreads();\\n"
diff = "--- k\\n+++ k\\n@@ -1,2 +1,3 @@\\n __global__ void k() {\\n%s }\\n" % added
if "torn" in path:
    diff = diff.replace("global", "host")
print(json.dumps({"errors": [], "diff": diff, "after": {"kernels": [{"verdict": "verified"}]}, "groups": [
    {"outcome": "repaired", "cost_before": 1, "cost_after": 1, "optimal": True, "notes": [], "reasons": []}]}))
if "late" in path:
    os.abort()
"""


class Repair(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        self.heddle = self.write("heddle", STAND_IN)
        os.chmod(self.heddle, 0o755)

    def write(self, name, text):
        path = os.path.join(self.folder.name, name)
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)
        return path

    def row(self, name, wall=60):
        return repair.repair(self.heddle, [], self.write(name + ".cu", KERNEL), [], wall)

    def test_a_repair_is_applied_and_checked(self):
        row = self.row("good")
        self.assertEqual((row["reason"], row["after"], row["optimal"]), ("", 1, True))
        self.assertEqual(self.row("lies")["reason"], "what patch makes is not verified")
        self.assertEqual(self.row("torn")["reason"], "patch does not take the diff")

    def test_what_hangs_is_stopped(self):
        start = time.monotonic()
        row = self.row("hang", 1)
        self.assertLess(time.monotonic() - start, 30)
        self.assertEqual(row["reason"], "HANG: stopped after 1 s")

    def test_what_crashes_is_told(self):
        self.assertEqual(self.row("abort")["reason"], "CRASH: exit code -6")
        self.assertEqual(self.row("late")["reason"], "CRASH: exit code -6")

    def test_both_are_counted(self):
        rows = [self.row("good"), self.row("abort"), self.row("hang", 1)]
        text = repair.table(rows)
        self.assertIn("| clean, with a barrier of the block to strip | 3 |\n", text)
        self.assertIn("| not repaired | 2 |\n| .. crashed or stopped | 2 |\n", text)
        self.assertIn("hang.cu | HANG: stopped after 1 s |\n", text)
        text = repair.faulty_table(rows)
        self.assertIn("| crashed or stopped | 2 |\n", text)
        self.assertIn("| refused for other reasons, or not decided | 2 |\n", text)

    def test_the_command_fails_then(self):
        command = [sys.executable, os.path.join(REPOSITORY, "benchmarks", "repair.py"), "--heddle",
                   self.write("crashes", "#!/bin/sh\nkill -9 $$\n"), "--only", "reduce_clean"]
        os.chmod(command[3], 0o755)
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        self.assertEqual(done.returncode, 1, done.stdout + done.stderr)
        self.assertIn("CRASH: exit code -9", done.stdout)


if __name__ == "__main__":
    unittest.main()

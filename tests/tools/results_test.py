"""Tests of benchmarks/results: the page is made by the one command, in a copy of the benchmarks."""

import os
import shutil
import subprocess
import sys
import tempfile
import unittest

REPOSITORY = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
# Verifies all but what its file calls racy; a golden kernel says what it expects.
STAND_IN = """#!/usr/bin/env python3
import json, sys
if "--version" in sys.argv:
    sys.exit(print("stand-in 1"))
text = open(sys.argv[2]).read()
racy = "_racy" in sys.argv[2] or "-racy" in sys.argv[2] or "expect: refuted" in text
place = {"file": sys.argv[2], "line": 4, "column": 2}
kinds = [line.split()[2] for line in text.splitlines() if line.startswith("// finding:")] or ["race"]
found = [{"kind": kind, "severity": "error", "status": "confirmed", "scope": "block", "accesses": [place]} for kind in kinds]
print(json.dumps({"version": 1, "errors": [], "kernels": [{"kernel": "k", "verdict": "refuted" if racy else "verified",
                  "unknowns": [], "findings": found if racy else []}]}, indent=2))
sys.exit(1 if racy else 0)
"""


class Results(unittest.TestCase):
    def test_one_command_writes_the_page(self):
        with tempfile.TemporaryDirectory() as folder:
            shutil.copytree(os.path.join(REPOSITORY, "benchmarks"), os.path.join(folder, "benchmarks"))
            shutil.copytree(os.path.join(REPOSITORY, "tests", "golden", "field"), os.path.join(folder, "tests/golden/field"))
            program = os.path.join(folder, "heddle")
            with open(program, "w", encoding="utf-8") as file:
                file.write(STAND_IN)
            os.chmod(program, 0o755)
            page = os.path.join(folder, "benchmarks", "RESULTS.md")
            if os.path.exists(page):
                os.remove(page)
            tests = os.path.join(folder, "gv", "testsuite", "CUDA", "align")
            os.makedirs(tests)
            with open(os.path.join(tests, "kernel.cu"), "w", encoding="utf-8") as file:
                file.write("//pass\n//--blockDim=2 --gridDim=2\n__global__ void k() {}\n")
            command = [sys.executable, os.path.join(folder, "benchmarks", "results"), "--quick", "--heddle", program,
                       "--gpuverify", os.path.join(folder, "gv"), "--sizes", "1..2"]
            done = subprocess.run(command, capture_output=True, text=True, check=False)
            self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
            with open(page, encoding="utf-8") as file:
                text = file.read()
            for suite in ("warps", "gpuverify", "field", "pairs", "synthetic", "synthetic-large", "foreign", "stress"):
                self.assertIn(f"\n## {suite}\n", text)
            self.assertIn("| gpuverify (recorded) | 1 | 1 ok | 1.82 |", text)
            self.assertIn("| heddle | 10 | 10 ok |", text)  # the pairs
            self.assertTrue(os.path.exists(os.path.join(folder, "benchmarks", "results-plots", "pairs-cactus.svg")))


if __name__ == "__main__":
    unittest.main()

"""Tests of benchmarks/decide_ptx: questions are answered from the source's launches, else by default."""

import os
import stat
import subprocess
import sys
import tempfile
import unittest

REPOSITORY = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
DECIDE = os.path.join(REPOSITORY, "benchmarks", "decide_ptx")

# Asks for the block, then for param_1 and param_2; verified with what the source says, else refuted.
HEDDLE = r"""#!/usr/bin/env python3
import json, sys
words = sys.argv[1:]
if words[0] == "check":
    print(json.dumps({"kernels": [{"kernel": "scale", "assumptions":
        ["blockDim = (96, 1, 1) (launch at a.cu:3:5)", "n == 12 (launch at a.cu:3:5)",
         "gridDim.x == m / 2 (launch at a.cu:3:5)"]}]}))
    sys.exit(0)
if words[2] == "crash":
    sys.exit(134)
def question(option, name=""):
    return {"option": option, "name": name, "contents": False}
asked = []
if "--block" not in words: asked = [question("--block")]
elif not any(w.startswith("param_1=") for w in words): asked = [question("--param", "param_1"), question("--param", "param_2")]
if "--questions" in words:
    print(json.dumps(asked))
    sys.exit(3 if asked else 0)
good = "--block 96,1,1" in " ".join(words) and "param_1=12" in words and "param_2=64" in words
print(json.dumps({"kernels": [{"findings": [] if good else [{"kind": "race"}], "unknowns": []}]}))
sys.exit(0 if good else 1)
"""


class DecidePtx(unittest.TestCase):
    def decide(self, entry):
        with tempfile.TemporaryDirectory() as folder:
            heddle, source, ptx = (os.path.join(folder, n) for n in ("heddle", "a.cu", "a.ptx"))
            for path, text in ((heddle, HEDDLE), (ptx, ".visible .entry %s(\n" % entry),
                               (source, "__global__ void scale(float* out, int n, int m = 3) {}\n")):
                with open(path, "w") as file:
                    file.write(text)
            os.chmod(heddle, os.stat(heddle).st_mode | stat.S_IXUSR)
            return subprocess.run([sys.executable, DECIDE, "--heddle", heddle, source + "=" + ptx],
                                  capture_output=True, text=True)

    def test_answers(self):
        done = self.decide("_Z5scalePfii")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("a.cu | _Z5scalePfii | verified", done.stdout)
        self.assertIn("1 programs, 1 kernels: 1 verified", done.stdout)
        self.assertIn("2 questions answered from the source, 1 by default", done.stdout)

    def test_crash(self):
        done = self.decide("crash")
        self.assertEqual(done.returncode, 1)
        self.assertIn("CRASH 134", done.stdout)


if __name__ == "__main__":
    unittest.main()

"""Tests of benchmarks/check_tree with a stand-in for the checker."""

import json
import os
import stat
import subprocess
import sys
import tempfile
import unittest

REPOSITORY = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
CHECK_TREE = os.path.join(REPOSITORY, "benchmarks", "check_tree")
sys.dont_write_bytecode = True
sys.path.insert(0, os.path.join(REPOSITORY, "benchmarks"))
from harness import tree as check_tree

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


class Tree(unittest.TestCase):
    """Runs over a folder of its own."""

    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        self.heddle = os.path.join(self.folder.name, "stand-in")
        with open(self.heddle, "w", encoding="utf-8") as file:
            file.write(TREE_STAND_IN)
        os.chmod(self.heddle, stat.S_IRWXU)
        self.root = os.path.join(self.folder.name, "a root")

    def check_tree(self, *extra):
        out = os.path.join(self.folder.name, "out.json")
        done = subprocess.run([CHECK_TREE, self.root, "--heddle", self.heddle, "--json", out, *extra],
                              capture_output=True, text=True, check=False)
        result = None
        if os.path.exists(out):
            with open(out, encoding="utf-8") as file:
                result = json.load(file)
        return done, result

    def add(self, name, text):
        path = os.path.join(self.root, name)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)

    def test_kernels_of_text(self):
        text = """// __global__ void commented() {}
            __global__ void declared(int* p);
            template <int N> __global__ void __launch_bounds__(f(N), 2) bounded(int* p) { }
            __global__ __cluster_dims__(2) void of_clusters() { }
            extern "C" __global__ void plain(
                int* p) { }
            template <> __global__ void special<4>(int* p) { }"""
        self.assertEqual(check_tree.kernels_of_text(text), ["bounded", "of_clusters", "plain", "special"])

    def test_general_reasons(self):
        self.assertEqual(check_tree.general("12:3: a call of 'f' in 'g'"),
                         "a call of '..' in '..'")
        self.assertEqual(check_tree.general("1:2: races with /a/b.cu:9:5: timeout after 0.3 s; "
                                                "they never meet with --assume 'n > 0'"),
                         "races with ..: timeout")
        self.assertEqual(check_tree.general("3/4: race out (the first thread does not come to line 7)"),
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
                          for e in check_tree.errors_of(kernel)],
                         [("confirmed", "3/h.cuh:9", "s"), ("possible", "3/3", "s")])

    def test_findings_that_nobody_read_are_named(self):
        self.add("a.cu", "__global__ void k_refuted_a() { }\n__global__ void k_refuted_b() { }\n"
                         "__global__ void k_possible_c() { }\n")
        notes = os.path.join(self.folder.name, "notes.md")
        with open(notes, "w", encoding="utf-8") as file:
            file.write("## tree\n### a.cu: k_refuted_a\n\n| lines | array | class |\n|---|---|---|\n"
                       "| 4/4 | `out` | true |\n### a.cu: k_refuted_b\n| 4/5 | `out` | true |\n"
                       "## end\n| 4/4 | `out` | no kernel's |\n")
        done, result = self.check_tree("--read", notes)
        self.assertEqual(result["summary"]["unread"], [["a.cu", "k_refuted_b", "4/4", "out"]])
        self.assertIn("not read: a.cu: k_refuted_b: 4/4 out", done.stdout)
        self.assertEqual(result["summary"]["confirmed_findings"], 2)

    def test_only(self):
        for name in ("0_first/a.cu", "1_second/a.cu", "5_other/0_a.cu"):
            self.add(name, "__global__ void k_verified_a() { }\n")
        _, result = self.check_tree("--only", "^[01]_")
        self.assertEqual([row["file"] for row in result["kernels"]], ["0_first/a.cu", "1_second/a.cu"])

    def test_what_follows_dashes_goes_to_heddle(self):
        self.add("a.cu", "__global__ void k_verified_a() { }\n")
        with open(self.heddle, "a", encoding="utf-8") as file:
            file.write("assert sys.argv[-3:] == ['--timeout', '0.3', '-DX'], sys.argv\n")
        done, result = self.check_tree("--only", "a", "--", "--timeout", "0.3", "-DX")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual([row["verdict"] for row in result["kernels"]], ["verified"])

    def test_rows_and_summary(self):
        self.add("a/kernels.cuh", "__global__ void k_verified_a() { }\n")
        self.add("b/main.cu", '#include "own.cuh"\n__global__ void k_unknown_b() { }\n'
                              "void run() { k_unknown_b<<<1, 1>>>(); }\n")
        self.add("b/own.cuh", "__global__ void k_refuted_c() { }\n__global__ void k_possible_d() { }\n"
                              "__global__ void out_of_sight() { }\n")
        self.add("b/broken.cu", "__global__ void k_island_e() { }\n")
        self.add("b/host.cu", "int main() { }\n")
        done, result = self.check_tree("--jobs", "2")
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
        self.assertGreater(summary["median_seconds"], 0)
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
        units, kernels = check_tree.find_units(self.root)
        self.assertEqual(units, ["main.cu", "alone.cu", "one.cuh", "parts/wrapper.cuh"])
        self.assertEqual(sorted(kernels), [("alone.cu", "k_b"), ("one.cuh", "k_a")])

    def test_a_crash_is_one_kernels_own(self):
        self.add("both.cu", "__global__ void k_crash_a() { }\n__global__ void k_verified_b() { }\n")
        done, result = self.check_tree()
        self.assertEqual(done.returncode, 1)
        self.assertEqual({row["kernel"]: row["verdict"] for row in result["kernels"]},
                         {"k_crash_a": "CRASH", "k_verified_b": "verified"})

    def test_folders_are_handed_on(self):
        self.add("a.cu", "__global__ void k_verified_a() { }\n")
        echo = os.path.join(self.folder.name, "echo")
        with open(echo, "w", encoding="utf-8") as file:
            file.write("#!/bin/sh\necho \"$@\" > " + os.path.join(self.folder.name, "seen") + "\n")
        os.chmod(echo, stat.S_IRWXU)
        self.check_tree("--heddle", echo, "-I", "one", "-I", "two")
        with open(os.path.join(self.folder.name, "seen"), encoding="utf-8") as file:
            self.assertIn("-I one -I two", file.read())

    def test_empty_root(self):
        os.makedirs(self.root)
        done, _ = self.check_tree()
        self.assertNotEqual(done.returncode, 0)
        self.assertIn("no CUDA sources below", done.stderr)


if __name__ == "__main__":
    unittest.main()

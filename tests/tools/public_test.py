"""Tests of the part of benchmarks/public.md that benchmarks/public writes."""

import os
import sys
import unittest

REPOSITORY = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
sys.dont_write_bytecode = True
sys.path.insert(0, os.path.join(REPOSITORY, "benchmarks"))
from harness import public


def row(file, kernel, verdict, status="", reason="", seconds=0.5, findings=()):
    return {"file": file, "kernel": kernel, "unit": file, "verdict": verdict, "status": status, "parsed": True,
            "seconds": seconds, "peak_mb": 9.0, "reason": reason, "findings": list(findings)}


CONFIRMED = {"status": "confirmed", "kind": "race", "places": "3/4", "array": "out"}
SOME = public.Tree("some", "a/some", "some", "some", ["--limit", "9"], ["--timeout", "1"])
PART = public.Tree("part", "b/other, a part", "other", "other/x", ["--only", "^[0-3]_"], ["-D", "A"], ["other"], True)
REST = public.Tree("rest", "b/other, a part", "other", "other/x", [], ["-D", "B"], ["other"], True)


class Public(unittest.TestCase):

    def written(self, *results):
        return public.generated([(tree, {"kernels": rows}) for tree, rows in results])

    def test_counts_verdicts_and_findings_of_a_tree(self):
        lines = self.written((SOME, [row("a.cu", "f", "verified", seconds=0.1),
                                     row("a.cu", "g", "refuted", "confirmed", "3/4: race out", 0.2, [CONFIRMED, CONFIRMED]),
                                     row("a.cu", "h", "unknown", reason="3:4: a call of 'x'", seconds=3.04)]))
        self.assertIn("| a/some | 3 | 100.0 % | 1 | 1 | 0 | 1 (33.3 %) | 0 | 0.20 | 3.0 | 2 |", lines)
        self.assertIn("| a call of '..' | 1 | 1 |", lines)
        self.assertIn("benchmarks/check_tree some --limit 9 --read benchmarks/public.md -- --timeout 1", lines)

    def test_takes_parts_of_a_tree_together(self):
        lines = self.written((PART, [row("a.cu", "f", "verified"), row("b.cu", "k", "verified")]),
                             (REST, [row("b.cu", "k", "refuted", "possible", "1/2: race s (odd)"),
                                     row("c.cu", "k", "refuted", "possible", "5/6: race t (odd)")]))
        self.assertIn("| b/other, a part | 3 | 100.0 % | 2 | 0 | 1 | 0 (0.0 %) | 0 | 0.50 | 0.5 | 0 |", lines)
        self.assertIn("| race (odd) | 1 | 1 |", lines)
        self.assertIn("3 kernels; the first reason of each.", lines)
        self.assertIn("| other/x/c.cu: k | refuted (possible) | 5/6: race t (odd) |", lines)
        self.assertIn("benchmarks/check_tree other/x --only '^[0-3]_' --read benchmarks/public.md -I other -- -D A", lines)

    def test_leaves_what_stands_around_the_part(self):
        text = f"before\n{public.BEGIN}\nold\n{public.END}\nafter\n"
        once = public.replaced(text, ["", "new", ""])
        self.assertEqual(once, f"before\n{public.BEGIN}\n\nnew\n{public.END}\nafter\n")
        self.assertEqual(public.replaced(once, ["", "new", ""]), once)

    def test_the_page_has_its_part(self):
        with open(os.path.join(REPOSITORY, "benchmarks", "public.md"), encoding="utf-8") as file:
            text = file.read()
        self.assertEqual(text.count(public.BEGIN), 1)
        self.assertLess(text.index(public.BEGIN), text.index(public.END))


if __name__ == "__main__":
    unittest.main()

"""Tests of benchmarks/report: figures, plots, and results that are none."""

import json
import os
import re
import subprocess
import sys
import tempfile
import unittest
import xml.dom.minidom

REPOSITORY = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
REPORT = os.path.join(REPOSITORY, "benchmarks", "report")
sys.dont_write_bytecode = True
sys.path.insert(0, os.path.join(REPOSITORY, "benchmarks"))
from harness import markdown, plot, summary


def row(name, tool, outcome, cpu, **more):
    verdict = {"ok": "verified", "false-alarm": "refuted"}.get(outcome, outcome)
    return {"name": name, "tool": tool, "expected": "verified", "verdict": verdict, "outcome": outcome, "kinds": [],
            "note": "", "wall": cpu, "cpu": cpu, "peak_mb": 20.0, "runs": 1, **more}


def results(rows, suite="some"):
    return {"version": 1, "suite": suite, "date": "2020-01-02 03:04 UTC", "command": "benchmarks/compare some",
            "machine": {"processor": "a processor", "cores": 2, "memory_gb": 4.0, "system": "Linux", "load": 0.5},
            "timeout": 60, "runs": 1, "jobs": 1, "rows_taken_over": 3, "rows": rows,
            "tools": {"heddle": {"version": "heddle 9", "found": True}, "weft": {"version": "sha256 1", "found": True},
                      "faial": {"version": "faial-drf is not on PATH", "found": False}}}


PLAIN = [row("a.cu", "heddle", "ok", 0.01), row("a.cu", "weft", "ok", 1.0),
         row("b.cu", "heddle", "ok", 0.04), row("b.cu", "weft", "TIMEOUT", 61.5),
         row("c.cu", "heddle", "unknown", 2.0), row("c.cu", "weft", "skipped", None)]


def grown(power):
    return ([row(f"f-{n}.cu", "heddle", "ok", 0.002 * n ** power, family="f", size=n) for n in (1, 2, 4, 8, 16, 32)] +
            [row("f-64.cu", "heddle", "TIMEOUT", 60, family="f", size=64)])


class Figures(unittest.TestCase):
    def test_of_a_tool(self):
        rows = summary.by_tool(results(PLAIN))
        self.assertEqual(list(rows), ["heddle", "weft"])
        figures = summary.of_tool(rows["heddle"])
        self.assertEqual((figures["files"], figures["outcomes"], figures["median"], figures["p95"]),
                         (3, {"ok": 2, "unknown": 1}, 0.04, 2.0))
        self.assertEqual(summary.of_tool(rows["weft"])["files"], 2)  # a file it was not asked about does not count

    def test_power_law(self):
        factor, power = summary.power_law([(n, 0.5 * n ** 2) for n in range(1, 20)])
        self.assertAlmostEqual(factor, 0.5)
        self.assertAlmostEqual(power, 2)

    def test_growth_leaves_out_what_was_not_decided(self):
        points, failed = summary.growth(results(grown(1.5)))
        self.assertEqual(points["f", "heddle"][-1][0], 32)
        self.assertEqual(failed["f", "heddle"], (64, "TIMEOUT"))
        _, power = summary.power_law(summary.larger_half(points["f", "heddle"]))
        self.assertAlmostEqual(power, 1.5)


class Plots(unittest.TestCase):
    def circles(self, picture):
        """Of the points, not of the legend."""
        text = picture.svg()
        xml.dom.minidom.parseString(text)
        return [tuple(map(float, p)) for p in re.findall(r'cx="([\d.]+)" cy="([\d.]+)" r="[\d.]+" fill="#\w+" fill-op', text)]

    def test_points_stand_where_they_should(self):
        picture = plot.Plot("a < b", "x", "y")
        picture.line("one & two", [(1, 1), (10, 10), (100, 100)], 0)
        (x1, y1), (x2, y2), (x3, y3) = self.circles(picture)
        self.assertAlmostEqual(x2 - x1, x3 - x2, delta=0.2)
        self.assertAlmostEqual(y1 - y2, y2 - y3, delta=0.2)
        self.assertEqual((x1, y3), (plot.LEFT, plot.TOP))
        self.assertIn("a &lt; b", picture.svg())

    def test_scatter_shows_both_tools_and_the_limit(self):
        picture = markdown.scatter(results(PLAIN), "weft")
        self.assertEqual([(name, len(points)) for name, points, _ in picture.series],
                         [("both as expected (1)", 1), ("only heddle (1)", 1)])
        self.assertEqual(picture.limit, (60, "limit of 60 s"))
        self.assertEqual(picture.series[1][1], [(0.04, 60)])
        self.circles(picture)

    def test_cactus_is_sorted(self):
        picture = markdown.cactus(results(PLAIN))
        self.assertEqual([(name, points) for name, points, _ in picture.series],
                         [("heddle (2)", [(1, 0.01), (2, 0.04)]), ("weft (1)", [(1, 1.0)])])
        self.circles(picture)


class Report(unittest.TestCase):
    def report(self, *contents):
        with tempfile.TemporaryDirectory() as folder:
            paths = []
            for number, content in enumerate(contents):
                paths.append(os.path.join(folder, f"{number}.json"))
                with open(paths[-1], "w", encoding="utf-8") as file:
                    file.write(content)
            out = os.path.join(folder, "report.md")
            done = subprocess.run([REPORT, *paths, "--out", out], capture_output=True, text=True, check=False)
            if done.returncode:
                return done.returncode, done.stderr
            with open(out, encoding="utf-8") as file:
                text = file.read()
            for link in re.findall(r"\]\((.*?)\)", text):
                with open(os.path.join(folder, link), encoding="utf-8") as file:
                    xml.dom.minidom.parseString(file.read())
            return 0, text

    def test_markdown(self):
        code, text = self.report(json.dumps(results(PLAIN)), json.dumps(results(grown(2), "grown")))
        self.assertEqual(code, 0, text)
        for part in ["2020-01-02 03:04 UTC; a processor, 2 cores", "limit 60 s. 3 rows are of an earlier run.", "benchmarks/compare some", "- heddle: heddle 9",
                     "- faial: skipped: faial-drf is not on PATH", "| heddle | 3 | 2 ok, 1 unknown | 0.040 | 2.00 | 2.0 | 20 |",
                     "| `b.cu` | verified | verified | 0.040 s, 20 MB | **TIMEOUT** | 61.50 s, 20 MB |",
                     "| `c.cu` | verified | **unknown** | 2.00 s, 20 MB | - | - |",
                     "| f | heddle | 32 | 2.05 | 0.002 n^2.00 | TIMEOUT at 64 |"]:
            self.assertIn(part, text)
        self.assertEqual(text.count(".svg)"), 3)  # cactus, scatter; growth

    def test_what_are_no_results(self):
        for content, said in [("{}", "not results of compare"), ("text", "not results of compare"), ("[1]", "not results")]:
            code, text = self.report(content)
            self.assertEqual(code, 2)
            self.assertIn(said, text)


if __name__ == "__main__":
    unittest.main()

"""Holds docs/async_kernels.md and docs/orders.md to the kernels that they name."""

import os
import re
import unittest

from includes_test import REPOSITORY, table

GOLDEN = os.path.join(REPOSITORY, "tests", "golden")


def document(name):
    with open(os.path.join(REPOSITORY, "docs", name), encoding="utf-8") as file:
        return file.read()


def expectations(kernel):
    """The head of a golden kernel: its comment lines before the code."""
    with open(os.path.join(GOLDEN, kernel + ".cu"), encoding="utf-8") as file:
        return re.match(r"(//.*\n)*", file.read()).group(0)


def quoted(cell):
    return re.findall(r"`([^`]+)`", cell)


class Kernels(unittest.TestCase):
    def setUp(self):
        self.rows = [(quoted(row[1])[0], quoted(row[2]))
                     for row in table(document("async_kernels.md"), "what it is")]

    def test_there_are_twenty_with_five_faults_each(self):
        self.assertGreaterEqual(len(self.rows), 20)
        self.assertEqual(len(self.rows), len({kernel for kernel, _ in self.rows}))
        for kernel, faults in self.rows:
            self.assertGreaterEqual(len(set(faults)), 5, kernel)

    def test_kernels_are_verified_and_faults_confirmed(self):
        for kernel, faults in self.rows:
            self.assertIn("// expect: verified\n", expectations(kernel), kernel)
            for fault in faults:
                head = expectations(f"{kernel}_{fault}")
                self.assertIn("// expect: refuted\n", head, f"{kernel}_{fault}")
                self.assertRegex(head, r"// finding: \S+ confirmed error", f"{kernel}_{fault}")

    def test_orders_name_kernels_that_are_there(self):
        for row in table(document("orders.md"), "first"):
            for kernel in quoted(row[-1]):
                found = [file for file in os.listdir(os.path.dirname(os.path.join(GOLDEN, kernel)))
                         if file.startswith(os.path.basename(kernel))]
                self.assertTrue(found, kernel)


if __name__ == "__main__":
    unittest.main()

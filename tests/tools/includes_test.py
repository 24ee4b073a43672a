"""Compares every #include below src and include with the tables of docs/architecture.md."""

import fnmatch
import os
import re
import unittest

REPOSITORY = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))


def table(text, heading):
    """Rows of the Markdown table whose first column has this heading, as lists of cells."""
    rows = []
    for line in text.splitlines():
        cells = [cell.strip() for cell in line.strip().strip("|").split("|")]
        if rows or cells[0] == heading:
            if not line.startswith("|"):
                break
            rows.append(cells)
    return rows[2:]


def names(cell):
    return [] if cell == "-" else [name.strip() for name in cell.split(",")]


def includes():
    """(folder, file, line number, header) of every #include of our own code."""
    for top in ("src", "include"):
        for where, folders, files in os.walk(os.path.join(REPOSITORY, top)):
            folders[:] = [f for f in folders if f != "headers"]  # CUDA's
            for file in sorted(files):
                if not file.endswith((".hpp", ".cpp")):
                    continue
                path = os.path.join(where, file)
                folder = os.path.relpath(where, REPOSITORY)
                with open(path, encoding="utf-8") as text:
                    for number, line in enumerate(text, 1):
                        match = re.match(r'\s*#\s*include\s*[<"]([^>"]+)[>"]', line)
                        if match:
                            yield folder, os.path.relpath(path, REPOSITORY), number, match.group(1)


class Includes(unittest.TestCase):
    def setUp(self):
        with open(os.path.join(REPOSITORY, "docs", "architecture.md"), encoding="utf-8") as file:
            text = file.read()
        self.folders = {row[0]: names(row[2]) for row in table(text, "folder")}
        self.libraries = {row[0]: (names(row[1]), names(row[2]))
                          for row in table(text, "library")}

    def row(self, folder):
        """The folder, or the one above it that has a row: a folder without one is a part of that."""
        while folder and folder not in self.folders:
            folder = os.path.dirname(folder)
        return folder

    def owner(self, header):
        """Our folder that a header belongs to, or None for one of a library."""
        for top in ("src/", "include/"):
            if os.path.exists(os.path.join(REPOSITORY, top + header)):
                return self.row(top + os.path.dirname(header))
        return None

    def test_tables_are_read(self):
        self.assertIn("src/check", self.folders)
        self.assertIn("Z3", self.libraries)
        self.assertEqual(self.owner("expr/expr.hpp"), "src/expr")
        self.assertEqual(self.owner("heddle/heddle.hpp"), "include/heddle")
        self.assertEqual(self.owner("protocol/align/align.hpp"), "src/protocol")
        self.assertEqual(self.owner("smt/normal/poly.hpp"), "src/smt/normal")
        self.assertIsNone(self.owner("vector"))

    def test_every_folder_has_a_row(self):
        for folder, file, _, _ in includes():
            self.assertTrue(self.row(folder), file)

    def test_folders_include_what_their_row_allows(self):
        for folder, file, line, header in includes():
            owner = self.owner(header)
            own = self.row(folder)
            if owner not in (None, own):
                self.assertIn(owner, self.folders[own], f"{file}:{line}: {header}")

    def test_libraries_stay_where_they_are_wrapped(self):
        for folder, file, line, header in includes():
            for library, (headers, allowed) in self.libraries.items():
                if any(header.startswith(prefix) for prefix in headers):
                    allows = any(self.row(folder) == place or fnmatch.fnmatch(file, place)
                                 for place in allowed)
                    self.assertTrue(allows, f"{file}:{line}: {library}: {header}")

    def test_folders_form_layers(self):
        """No cycle: every folder can be put above all that it may include."""
        placed = set()
        while len(placed) < len(self.folders):
            ready = {f for f, below in self.folders.items() if f not in placed
                     and set(below) <= placed}
            self.assertTrue(ready, "the folders include each other in a circle")
            placed |= ready


if __name__ == "__main__":
    unittest.main()

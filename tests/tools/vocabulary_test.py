"""The table of GPUVerify's words in benchmarks/README.md agrees with the kernels of
tests/golden/vocabulary, whose expectations the golden tests check against the program."""

import os
import re
import unittest

REPOSITORY = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
KERNELS = os.path.join(REPOSITORY, "tests", "golden", "vocabulary")
# What the kernels of a row may answer, by how the row says that its words are taken.
ANSWERS = {"exact": {"verified", "refuted"}, "left out": {"verified", "refuted"}, "`unknown`": {"unknown"}}

# What GPUVerify's manual and headers offer, but for votes, vectors and functions of CUDA.
WORDS = """__requires __ensures __invariant __assert __assume __implies __is_pow2 __add_noovfl __add_noovfl_signed
    __add_noovfl_unsigned __mul_noovfl __uniform_int __uniform_bool __distinct_int __distinct_bool __other_int
    __other_bool __other_ptr_base __enabled __read __write __read_has_occurred __write_has_occurred
    __atomic_has_occurred __read_implies __write_implies __read_offset __write_offset __array_snapshot __ptr_base
    __ptr_offset __axiom __barrier_invariant __global_requires_fresh_array __old_int __return_val
    __at_most_one __exclusive_or __no_read __no_write __same __ite""".split()


def read(path):
    with open(path, encoding="utf-8") as file:
        return file.read()


def rows():
    text = read(os.path.join(REPOSITORY, "benchmarks", "README.md"))
    table = text[text.index("### GPUVerify's words"):]
    table = table[:table.index("\n## ")]
    found = [[cell.strip() for cell in line.strip("|").split("|")] for line in table.splitlines() if line.startswith("| ")]
    return found[1:]  # without the head


def words(cell):
    """(start of a word, whether any ending may follow)."""
    return [(word.rstrip("*"), word.endswith("*")) for word in re.findall(r"`(__\w+\*?)`", cell)]


class Vocabulary(unittest.TestCase):
    def test_every_word_is_in_a_kernel_of_its_row(self):
        above = []
        for cell, how, kernels in rows():
            if "the same" in cell:
                listed = above
            else:
                listed = above = words(cell)
            texts = "".join(read(os.path.join(KERNELS, name + ".cu")) for name in re.findall(r"`(\w+)`", kernels))
            for word, open_ended in listed:
                if not (word == "__enabled" or open_ended):
                    self.assertRegex(texts, rf"\b{word}\(", (word, kernels))
                self.assertIn(word, texts, kernels)

    def test_every_word_of_the_language_has_a_row(self):
        listed = [word for cell, _, _ in rows() for word in words(cell)]
        for wanted in WORDS:
            self.assertTrue(any(wanted == word or open_ended and (wanted + "_").startswith(word) for word, open_ended in listed), wanted)

    def test_kernels_answer_as_their_row_says(self):
        for _, how, kernels in rows():
            allowed = next(answers for start, answers in ANSWERS.items() if how.startswith(start))
            for name in re.findall(r"`(\w+)`", kernels):
                text = read(os.path.join(KERNELS, name + ".cu"))
                self.assertIn(re.search(r"^// expect: (\w+)", text, re.MULTILINE).group(1), allowed, name)
                if "no finding of the kernel is confirmed" in how:
                    self.assertTrue(all(f.split()[1] == "possible" for f in re.findall(r"// finding: (.*)", text)), name)

    def test_every_kernel_has_a_row(self):
        listed = {name for _, _, kernels in rows() for name in re.findall(r"`(\w+)`", kernels)}
        self.assertEqual(listed, {name[:-3] for name in os.listdir(KERNELS)})


if __name__ == "__main__":
    unittest.main()

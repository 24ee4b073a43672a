"""The part of public.md that says how trees of public code came out: written from runs of check_tree.

What stands between the two marks is written anew; the findings below, which a person read, stay.
"""

import collections
import dataclasses
import re

from . import markdown, summary, tree

BEGIN = "<!-- written by benchmarks/public -->"
END = "<!-- end of what benchmarks/public writes -->"


@dataclasses.dataclass
class Tree:
    """A tree of public code, or a part of it, and the options of `benchmarks/check_tree` for it."""
    name: str  # of its results' file
    title: str  # in tables
    short: str  # in the heads of columns; trees of one title share it
    folder: str  # below the folder of all trees
    options: list
    extra: list  # for heddle, behind `--`
    includes: list = dataclasses.field(default_factory=list)  # below the folder of all trees
    untuned: bool = False  # nothing in Heddle was made for its kernels

    def command(self, root=""):
        """Of check_tree; `root`: the folder of all trees, with its separator."""
        words = ["benchmarks/check_tree", root + self.folder] + self.options + ["--read", "benchmarks/public.md"]
        for folder in self.includes:
            words += ["-I", root + folder]
        return words + ["--"] + self.extra


KITTENS = ["ThunderKittens/include", "ThunderKittens"]
TREES = [
    Tree("llm.c", "karpathy/llm.c", "llm.c", "llm.c", ["--limit", "120"], ["--timeout", "1"]),
    Tree("rodinia", "yuhc/gpu-rodinia, `cuda/`", "rodinia", "gpu-rodinia/cuda", ["--limit", "300"], ["--timeout", "5"]),
    Tree("samples", "NVIDIA/cuda-samples, `Samples/0*` to `3*`", "samples", "cuda-samples/Samples",
         ["--only", "^[0-3]_", "--limit", "120"], ["--timeout", "1"], ["cuda-samples/Common"]),
    Tree("kittens-h100", "HazyResearch/ThunderKittens, a part", "ThunderKittens", "ThunderKittens/kernels",
         ["--only", "educational_h100/level_0[1-8]|layernorm|rotary|based|linear_attention|hedgehog|fftconv|flux|mamba2",
          "--limit", "60"], ["--timeout", "1", "-D", "KITTENS_HOPPER"], KITTENS, True),
    Tree("kittens-b200", "HazyResearch/ThunderKittens, a part", "ThunderKittens", "ThunderKittens/kernels",
         ["--only", "educational_b200/level_0[1-9]", "--limit", "60"],
         ["--timeout", "1", "-D", "KITTENS_BLACKWELL"], KITTENS, True),
    Tree("sgemm", "siboehm/SGEMM_CUDA", "SGEMM_CUDA", "SGEMM_CUDA", ["--limit", "120"], ["--timeout", "1"],
         untuned=True),
]
REVISIONS = ("karpathy/llm.c f1e2ace6, yuhc/gpu-rodinia 9c10d3ea, NVIDIA/cuda-samples c94ff366, "
             "HazyResearch/ThunderKittens 0b55588d, siboehm/SGEMM_CUDA 60cba6f9, mc-imperial/gpuverify 49219770")


def shell(words):
    return " ".join(word if re.fullmatch(r"[\w./=+:-]+", word) else f"'{word}'" for word in words)


def rows_of(results):
    """Rows of all trees of one title: {title: [row]}, in order."""
    rows = {}
    for of_tree, result in results:
        known = {(row["file"], row["kernel"]) for row in rows.get(of_tree.title, [])}
        rows.setdefault(of_tree.title, []).extend(
            row for row in result["kernels"] if (row["file"], row["kernel"]) not in known and row["unit"])
    return rows


def figures(rows):
    return tree.summarize([tree.Kernel(**row) for row in rows], 0)


def table_of_trees(rows):
    lines = []
    for title, found in rows.items():
        of = figures(found)
        verdicts = of["verdicts"]
        lines.append([title, of["kernels"], f"{of['parsed_percent']} %", verdicts["verified"], of["confirmed"],
                      of["possible"], f"{verdicts['unknown']} ({of['unknown_percent']} %)",
                      verdicts["TIMEOUT"] + verdicts["CRASH"], f"{of['median_seconds']:.2f}", f"{of['max_seconds']:.1f}",
                      of["confirmed_findings"]])
    return markdown.table(["tree", "kernels", "parsed", "verified", "confirmed", "possible", "unknown", "out of time",
                           "median s", "max s", "confirmed findings"], lines)


def table_of_reasons(rows, shorts, chosen):
    """The first reason of each kernel that `chosen` takes, by tree."""
    counts = {title: collections.Counter(tree.general(row["reason"]) for row in found if chosen(row))
              for title, found in rows.items()}
    total = collections.Counter()
    for count in counts.values():
        total.update(count)
    return markdown.table(["reason", "all"] + shorts,
                          [[reason, count] + [counts[title][reason] for title in rows]
                           for reason, count in total.most_common()])


def table_of_untuned(results):
    lines, seen = [], set()
    for of_tree, result in results:
        for row in result["kernels"]:
            key = (row["file"], row["kernel"])
            if of_tree.untuned and row["unit"] and key not in seen:
                seen.add(key)
                verdict = row["verdict"] + (f" ({row['status']})" if row["status"] else "")
                lines.append([f"{of_tree.folder.rstrip('/')}/{row['file']}: {row['kernel']}", verdict, row["reason"][:150]])
    return lines


def gpuverify(results):
    """One sentence of a comparison's results; "" without them."""
    if not results:
        return ""
    own = summary.of_tool(summary.by_tool(results)["heddle"])
    outcomes = ", ".join(f"{count} {name}" for name, count in own["outcomes"].items())
    return (f"GPUVerify's tests: {own['files']} files: {outcomes}; processor seconds: median "
            f"{own['median']:.2f}, sum {own['sum']:.1f}.")


def generated(results, of_gpuverify=None):
    """Lines of the part; `results`: [(Tree, what check_tree wrote)] in the order of TREES."""
    rows = rows_of(results)
    shorts = list(dict.fromkeys(of_tree.short for of_tree, _ in results))
    untuned = table_of_untuned(results)
    commands = [shell(of_tree.command()) for of_tree, _ in results]
    if of_gpuverify:
        commands.append("benchmarks/compare --import gpuverify gpuverify/testsuite/CUDA --out gpuverify.json "
                        "&& benchmarks/compare gpuverify.json")
    lines = ["", "```", *commands, "```", "", f"Revisions: {REVISIONS}.", "",
             "Kernels are counted with each instance of a template that a launch names. Seconds are of processors, "
             "each kernel with its part of reading the file.", "", *table_of_trees(rows)]
    if of_gpuverify:
        lines += ["", gpuverify(of_gpuverify)]
    for word, chosen in (("possible", lambda row: row["status"] == "possible"),
                         ("unknown", lambda row: row["verdict"] == "unknown")):
        lines += ["", f"## The commonest reasons of `{word}`", "", "Of each kernel its first "
                  f"{'finding' if word == 'possible' else 'reason'} counts.", "", *table_of_reasons(rows, shorts, chosen)]
    lines += ["", "## Kernels of trees that nothing was tuned for", "", f"{len(untuned)} kernels; the first reason of each.", "",
              *markdown.table(["kernel", "verdict", "reason"], untuned), ""]
    return lines


def replaced(text, lines):
    """The text of public.md with the part between its marks replaced."""
    begin, end = text.index(BEGIN), text.index(END)
    return text[:begin] + "\n".join([BEGIN, *lines]) + text[end:]

"""Kernels with their launches, and what is true of them."""
import random
import re

import syntax
from arithmetic import Undefined, size
from contracts import Condition
from machine import LIMIT, Array, Run
from translate import Program

class Launch:
    def __init__(self, grid, block, scalars, contents=None, given=(), seed=0):
        self.grid, self.block, self.scalars = pad(grid), pad(block), scalars
        self.contents, self.given, self.seed = contents or {}, tuple(given), seed
        self.only = None  # the blocks that are run, where they are not all
        self.cells, self.rest = {}, None  # of arrays whose contents do not matter otherwise; all others of them

    def numbers(self):
        found = dict(self.scalars)
        for name, of in (("blockDim", self.block), ("gridDim", self.grid)):
            found.update({name + "." + axis: v for axis, v in zip("xyz", of)})
        return found

    def __str__(self):
        return "grid %s, block %s, %s%s" % (self.grid, self.block, self.scalars, "".join(", %s = %s" % (k, v[:40]) for k, v in self.contents.items()))


def pad(sizes):
    return tuple(sizes) + (1,) * (3 - len(sizes))


class Case:
    """`text` is the file's, with @ for the number that makes names unlike those of other cases. `launches`
    gives launches to a random.Random; `known` is the truth where it is one by construction."""

    def __init__(self, family, text, launches=None, kernel="k", held=(), given=(), known=None):
        self.family, self.text, self.make, self.kernel = family, text, launches, kernel
        self.held, self.given, self.known = held, given, known  # arrays whose contents matter; arguments of the template
        self.flags, self.alone = (), False  # alone: in a file of its own

    def parse(self):
        if self.known is not None:
            return
        functions, variables = syntax.Parser(self.text.replace("@", "")).file()
        self.program = Program(functions, variables)
        self.parameters = functions[self.kernel][4]
        body = re.search(r"__global__[^{;]*\b%s\(.*" % self.kernel, self.text.replace("@", ""), re.S).group()
        self.requires = [Condition(m.strip('"')) for m in re.findall(r"__requires\((.*)\);", body)]

    def run(self, launch, seed=None):
        """(races, equal stores, whether it hangs, whether anything was written, whether numbers lost bits); None where C++ leaves it open."""
        names = {name for _, name in self.parameters}
        values = []
        for kind, name in self.parameters:
            if isinstance(kind, tuple) and kind[0] == "ptr":
                unit = size(kind[1][1] if kind[1][0] == "vec" else kind[1])
                values.append((Array(name, unit, launch.contents.get(name), seed=launch.seed), 0))
                values[-1][0].cells.update(launch.cells.get(name, {}))
                values[-1][0].rest = launch.rest
            else:
                values.append(launch.scalars[name])
        apart = {k: v for k, v in launch.contents.items() if k not in names}
        run = Run.__new__(Run)
        try:
            run.__init__(self.program, self.kernel, launch.given, launch.grid, launch.block, values,
                      launch.seed if seed is None else seed, apart, launch.rest, launch.only)
        except Undefined:
            return None
        finally:
            self.steps = run.steps
        found, equal = run.races()
        wrote = any(a[5] != "r" for array in run.arrays for log in array.log.values() for a in log)
        return found, equal, run.hang, wrote, run.lossy

    def allowed(self, launch):
        return all(r.holds(launch.numbers(), launch.contents) for r in self.requires)

    def truths(self, seed, most=10**6):
        """The launches that are allowed, with what their runs show."""
        found = []
        if self.known is not None:
            return found
        long = 0
        for launch in self.make(random.Random(seed)):
            if long > 3 or not self.allowed(launch):
                continue
            result = self.run(launch)
            long += self.steps > LIMIT
            if result is not None:
                found.append((launch, result))
                if len(found) >= most:
                    break
        return found


def related(rng, grid, block, sizes, least):
    """A number that others of the launch make."""
    known = [*grid[:2], *block[:2], grid[0] * block[0], *sizes.values()]
    v = rng.choice(known) * rng.choice([1, 1, 1, 2, rng.choice(known)]) + rng.choice([0, 0, 0, 0, -1, 1])
    return max(min(v, 300), least)


def some(count, blocks, grids, scalars=None, contents=None, given=()):
    """Launches at random: sizes from lists, or from functions of a random.Random and the sizes so far."""

    def make(rng):
        for seed in range(count):
            sizes, grid, block = {}, rng.choice(grids), rng.choice(blocks)
            for name, of in (scalars or {}).items():
                sizes[name] = of(rng, sizes) if callable(of) else related(rng, grid, block, sizes, min(of)) if rng.random() < 0.3 else rng.choice(of)
            held = contents(rng, sizes) if contents else None
            yield Launch(grid, block, sizes, held, given, seed)

    return make


# Damage.

SPOT = re.compile(r"\{\{(.*?)\}\}")
WORDS = {"<": ["<="], "<=": ["<"], "^": ["|", "+"], "|": ["^", "&"], "&": ["|", "^"], "/": ["%", "*"], "%": ["/"], "+": ["-", "^"], "-": ["+"],
         "*": ["+"], "<<": [">>"], ">>": ["<<"], "==": ["<="], "&&": ["||"], ">": [">="], "x": ["y"], "int": ["short", "unsigned"],
         "unsigned": ["int", "unsigned char"]}


def choose(rng, template, damage):
    """The template with the first alternative at each {{a~~b}}, but for one where it is to be damaged."""
    spots = [m for m in SPOT.finditer(template)]
    worse = [i for i, m in enumerate(spots) if "~~" in m.group(1)]
    chosen = rng.choice(worse) if damage and worse else None
    count = iter(range(len(spots)))

    def pick(m):
        parts = m.group(1).split("~~")
        return rng.choice(parts[1:]) if next(count) == chosen else parts[0]

    return SPOT.sub(pick, template)


def damaged(rng, text):
    """A text with one token of a kernel's body changed, or one line less."""
    lines = text.split("\n")
    inside = [i for i, line in enumerate(lines) if line.startswith("  ")]
    for _ in range(30):
        i = rng.choice(inside)
        line = lines[i]
        if re.search(r"__requires|__syncthreads|__syncwarp", line) and rng.random() < 0.5:
            return "\n".join(lines[:i] + [re.sub(r"__requires\(.*\);|__syncthreads\(\);|__syncwarp\(\);", "", line)] + lines[i + 1:])
        tokens = [m for m in re.finditer(r"<<<|>>>|<<=|>>=|<<|>>|<=|>=|==|!=|&&|\|\||[-+*/%&|^]=|\+\+|--|\b\d+\b|\b[xy]\b|\bint\b|\bunsigned\b|[-+*/%&|^<>]", line)
                  if m.group() in WORDS or m.group().isdigit()]
        if not tokens or "__shared__" in line or "__requires(blockDim" in line:
            continue
        m = rng.choice(tokens)
        if m.group().isdigit():
            n = int(m.group())
            new = str(rng.choice([n + 1, max(n - 1, 0), n * 2, max(n // 2, 1)]))
        else:
            new = rng.choice(WORDS[m.group()])
        if new != m.group():
            return "\n".join(lines[:i] + [line[:m.start()] + new + line[m.end():]] + lines[i + 1:])
    return text

"""A random program: declarations in a namespace and a kernel that checks values of them.

A feature (values.py, calls.py, modern.py, classes.py, objects.py) declares what it is about and asks
for checks. A check is a line `CHECK(n, e);` of the kernel, `STORE(n, e);` a store whose index is the
value: what they become differs between the host, which prints the value, and Heddle, which is told
the value that the host printed.
"""
import random
import re
import textwrap

THREADS = 8
INTEGERS = ["bool", "char", "signed char", "unsigned char", "short", "unsigned short", "int", "unsigned",
            "long", "unsigned long", "long long", "unsigned long long"]
HEADERS = "array compare concepts cstddef initializer_list new optional tuple type_traits utility algorithm".split()
CHECK = re.compile(r"^(\s*)(CHECK|STORE)\((\d+), (.*)\);$", re.M)


def named(text, **names):
    """`S` and `S_of` in the text become `names["S"]` and that with `_of`; `xS` stays."""
    for stem, name in names.items():
        text = re.sub(r"\b%s(?![A-Za-z0-9])" % stem, name, text)
    return text


class Program:
    def __init__(self, seed):
        self.random = random.Random(seed)
        self.seed = seed
        self.checks = 0
        self.names = 0
        self.declarations = []
        self.body = []

    def pick(self, *choices):
        return self.random.choice(choices)

    def some(self, choices, least, most):
        """Different ones, in any order."""
        choices = list(choices)
        return self.random.sample(choices, min(len(choices), self.random.randint(least, most)))

    def chance(self, p):
        return self.random.random() < p

    def number(self, low=0, high=9):
        return self.random.randint(low, high)

    def name(self, stem):
        self.names += 1
        return "%s%d" % (stem, self.names)

    def input(self):
        """An int from 0 to 63, which mostly differs between threads."""
        n = self.number(1, 9)
        return self.pick("t", "t", "t", "(t + %d)" % n, "(t * %d)" % min(n, 7), "(%d - t)" % (n + 7), "(t ^ %d)" % n,
                         "(acc & 31)", "(t %% %d)" % (n + 1), "(t / 2)", str(n))

    def declare(self, text):
        self.declarations.append(textwrap.dedent(text).strip("\n"))

    def code(self, text):
        self.body += ["  " + line for line in textwrap.dedent(text).strip("\n").split("\n")]

    def check(self, value):
        self.checks += 1
        self.code("CHECK(%d, %s);" % (self.checks, value))
        if self.chance(0.15):
            self.code("acc = (int)((unsigned)(%s) %% 61u);" % value)

    def text(self):
        index = self.pick("acc", "acc + t", "acc * 3", "t", "acc ^ t")
        return "\n".join(["namespace p%d {" % self.seed, *self.declarations,
                          "__global__ void k%d(int* out) {" % self.seed, "  int t = threadIdx.x, acc = t;",
                          *self.body, "  STORE(%d, %s);" % (self.checks + 1, index), "}", "}", ""])


def program(seed, features):
    p = Program(seed)
    for _ in range(p.number(2, 4)):
        p.code("{")
        p.random.choice(p.random.choice(features))(p)
        p.code("}")
    return p.text()


def includes(texts):
    """Reading the library takes longer than a small program."""
    needed = any(word in text for text in texts for word in ("std::", "<=>", "new (", "initializer_list"))
    return ["#include <%s>" % header for header in HEADERS] if needed else []


def checks(text):
    return [(match.group(2), int(match.group(3))) for match in CHECK.finditer(text)]


def number_of(text):
    """Its namespace is p and its kernel k with that number."""
    return int(re.match(r"namespace p(\d+)", text).group(1))


def literal(value):
    return "%dLL" % value if value > -2 ** 63 else "(-%dLL - 1)" % (2 ** 63 - 1)


def table(values):
    """What a check expects in thread t."""
    text = literal(values[-1])
    for t in reversed(range(len(values) - 1)):
        if literal(values[t]) != text:
            text = "t == %d ? %s : %s" % (t, literal(values[t]), text)
    return text


def for_heddle(text, expected):
    """Checks become assertions that the values are as `expected` says: by number, by thread."""
    def replace(match):
        pad, kind, number, value = match.groups()
        if kind == "STORE":
            return "%sout[(%s) & 63] = t;" % (pad, value)
        return "%s__assert((long long)(%s) == (%s));" % (pad, value, table(expected[int(number)]))
    return CHECK.sub(replace, text)

"""Random kernels whose indices, bounds and conditions are contents of arrays, and their text."""


class Skip(Exception):
    """Too many contents, or a run that leaves the arrays."""


# Expressions are tuples; `at` says what names stand for.

def say(e):
    kind = e[0]
    if kind == "n":
        return str(e[1])
    if kind == "v":
        return e[1]
    if kind == "a":
        return f"{e[1]}[{say(e[2])}]"
    return f"({say(e[1])} {kind} {say(e[2])})"


def divide(a, b):
    if b == 0:
        raise Skip("division by zero")
    q = abs(a) // abs(b)
    return q if (a < 0) == (b < 0) else -q


OPERATORS = {"+": lambda a, b: a + b, "-": lambda a, b: a - b, "*": lambda a, b: a * b, "/": divide,
             "%": lambda a, b: a - divide(a, b) * b, "&": lambda a, b: a & b,
             "^": lambda a, b: a ^ b, "<": lambda a, b: a < b, "<=": lambda a, b: a <= b,
             "==": lambda a, b: a == b, "!=": lambda a, b: a != b, ">": lambda a, b: a > b}


def value(e, at, read):
    kind = e[0]
    if kind == "n":
        return e[1]
    if kind == "v":
        return at[e[1]]
    if kind == "a":
        return read(e[1], value(e[2], at, read))
    return OPERATORS[kind](value(e[1], at, read), value(e[2], at, read))


class Maker:
    """Random kernels: phases of statements with barriers in between."""

    def __init__(self, rng):
        self.rng = rng
        self.loops = 0

    def kernel(self):
        rng = self.rng
        self.arrays = ["A"] if rng.random() < 0.55 else ["A", "B"]
        blocks = rng.choice([1, 1, 1, 2])
        threads = rng.choice([2, 2, 3]) if blocks == 1 else rng.choice([1, 2])
        self.me = ("v", "t")
        self.changes = blocks == 1 and rng.random() < 0.15
        contracts = self.contracts()
        phases = [[self.statement([]) for _ in range(rng.choice([1, 1, 2]))]
                  for _ in range(rng.choice([1, 1, 2]))]
        return {"blocks": blocks, "threads": threads, "phases": phases, "contracts": contracts,
                "changes": self.changes, "arrays": self.arrays}

    def small(self):
        return ("n", self.rng.choice([0, 1, 1, 2, 2, 3]))

    def array(self):
        return self.rng.choice(self.arrays)

    def place(self, loops):
        """Where a thread reads an array: cells from 0 on, few of them."""
        t = self.me
        choices = [t, t, t, t, t, ("+", t, ("n", 1)), ("+", t, ("n", 1)), ("n", 0), ("^", t, ("n", 1)),
                   ("/", t, ("n", 2)), ("*", ("n", 2), t)]
        return self.rng.choice(choices)

    def content(self, loops):
        return ("a", self.array(), self.place(loops))

    def index(self, loops):
        rng, c, t = self.rng, self.content(loops), self.me
        if loops and rng.random() < 0.75:
            k = ("v", rng.choice(loops))
            return rng.choice([k, k, ("+", c, k), ("+", k, self.small()), ("+", ("*", t, ("n", 2)), k)])
        return rng.choice([
            c, c, c, ("+", c, self.small()), ("-", c, self.small()), ("*", ("n", rng.choice([2, 3])), c),
            ("+", c, self.content(loops)), ("-", self.content(loops), c), ("+", c, t), ("-", c, t),
            ("+", ("*", c, ("n", rng.choice([2, 3]))), ("%", t, ("n", 2))),
            ("+", ("*", t, ("n", rng.choice([2, 3, 4]))), c), ("/", c, ("n", 2)), ("%", c, ("n", 3)),
            ("&", c, ("n", rng.choice([1, 3, 6]))), ("^", c, ("n", 1)), ("+", ("*", c, ("n", 4)), c),
            ("-", ("n", 5), c), t, ("+", t, ("n", 1)), ("*", c, c)])

    def condition(self, loops):
        rng, c, t = self.rng, self.content(loops), self.me
        return rng.choice([
            ("<", c, self.small()), ("==", c, self.small()), ("!=", c, self.content(loops)),
            ("<", c, self.content(loops)), ("<=", ("n", 0), c), (">", c, t), ("==", c, t),
            ("==", ("&", c, ("n", 1)), ("n", 0)), ("<", t, self.small()), ("==", t, ("n", 0))])

    def statement(self, loops):
        rng = self.rng
        dice = rng.random()
        if dice < 0.2 and len(loops) < 1:
            name = f"k{self.loops}"
            self.loops += 1
            t = self.me
            a = self.array()
            low = rng.choice([("a", a, t), ("a", a, t), ("n", 0), ("a", a, ("+", t, ("n", 1)))])
            other = self.arrays[-1]
            high = rng.choice([("a", a, ("+", t, ("n", 1))), ("+", ("a", a, t), ("a", other, t)),
                               ("a", other, t), ("+", ("a", a, t), ("n", 2)), ("a", other, t),
                               ("<<", )]) if rng.random() < 0.9 else ("n", 2)
            if high == ("<<",):
                high = ("+", ("a", a, ("+", t, ("n", 1))), ("n", 1))
            return ("for", name, low, high, [self.statement(loops + [name])])
        if dice < 0.35:
            return ("if", self.condition(loops), [self.statement(loops)])
        if dice < 0.5:
            return ("r", "out", self.index(loops))
        if dice < 0.6 and self.changes:
            return ("w", self.array(), rng.choice([self.me, self.me, self.content(loops)]),
                    rng.choice([self.small(), self.me, self.content(loops)]))
        return ("w", "out", self.index(loops), None)

    def contracts(self):
        rng, found = self.rng, []
        for _ in range(rng.choice([0, 1, 1, 1, 2, 2, 3])):
            a, b = self.array(), self.arrays[-1]
            lo = rng.choice([0, 0, 0, -1, 1])
            size = rng.choice([1, 2, 3, 4])
            found.append(rng.choice([
                ("distinct", a), ("distinct", a), ("monotone", a), ("sorted", a),
                ("range", a, lo, lo + size), ("range", a, lo, lo + size),
                ("permutation", a, rng.choice([2, 3, 4])), ("scan", "A", b) if b != "A" else ("distinct", a),
                ("scan", "A", b) if b != "A" else ("monotone", a), ("forall1", self.one(a)),
                ("forall1", self.one(b)), ("forall2", self.two(a, b)), ("forall2", self.two(a, a)),
                ("forall2", self.two(a, b))]))
        return found

    def one(self, a):
        rng, i = self.rng, ("v", "i")
        c = ("a", a, i)
        n = ("a", a, ("+", i, ("n", 1)))
        return rng.choice([
            ("<", c, ("n", rng.choice([1, 2, 3]))), ("<=", ("n", rng.choice([0, 1])), c),
            ("<", c, n), ("<=", ("+", c, ("n", rng.choice([1, 2, 3]))), n), ("!=", c, n),
            ("<=", c, i), ("<=", i, c), ("==", c, ("*", ("n", 2), i)), ("<=", ("+", n, ("n", 1)), c),
            ("<=", ("a", self.arrays[0], i), ("a", self.arrays[-1], i)),
            ("<=", ("a", self.arrays[-1], i), ("a", self.arrays[0], ("+", i, ("n", 1)))),
            ("<", ("a", self.arrays[0], i), ("a", self.arrays[-1], i))])

    def two(self, a, b):
        rng, i, j = self.rng, ("v", "i"), ("v", "j")
        x, y = ("a", a, i), ("a", b, j)
        d = ("n", rng.choice([1, 2, 2, 3]))
        order = rng.choice([("<", i, j), ("<", i, j), ("!=", i, j), None])
        goal = rng.choice([("!=", x, y), ("<", x, y), ("<=", ("+", x, d), y), ("<=", x, y),
                           ("<=", ("+", ("a", "A", i), ("a", self.arrays[-1], i)), ("a", "A", j)),
                           ("!=", ("+", x, d), y), ("!=", x, y)])
        return order, goal


# The text that Heddle reads.

def contract_text(c):
    kind = c[0]
    if kind == "forall1":
        return f'"forall i: {say(c[1])}"'
    if kind == "forall2":
        order, goal = c[1]
        names = "i, j" if any(f"[{n}]" in say(goal) for n in "j") else "i"
        return f'"forall i, j: {say(order)} -> {say(goal)}"' if order else f'"forall {names}: {say(goal)}"'
    return f"{kind}({', '.join(map(str, c[1:]))})"


def lines_of(statements, number, pad):
    for s in statements:
        if s[0] == "w":
            number[0] += 1  # what one statement of one thread stores no other does
            stored = f"{number[0]} + 64 * t" if s[3] is None else say(s[3])
            yield f"{pad}{s[1]}[{say(s[2])}] = {stored};"
        elif s[0] == "r":
            yield f"{pad}sum += {s[1]}[{say(s[2])}];"
        elif s[0] == "if":
            yield f"{pad}if ({say(s[1])}) {{"
            yield from lines_of(s[2], number, pad + "  ")
            yield pad + "}"
        else:
            yield f"{pad}for (int {s[1]} = {say(s[2])}; {s[1]} < {say(s[3])}; ++{s[1]}) {{"
            yield from lines_of(s[4], number, pad + "  ")
            yield pad + "}"


def text(k, name):
    const = "" if k["changes"] else "const "
    arrays = ", ".join(f"{const}int* {a}" for a in k["arrays"])
    out = [f"__global__ void {name}(int* out, int* sink, {arrays}) {{"]
    out += [f"  __requires({contract_text(c)});" for c in k["contracts"]]
    out += ["  int t = blockIdx.x * blockDim.x + threadIdx.x;", "  int sum = 0;"]
    number = [0]
    for i, phase in enumerate(k["phases"]):
        out += ["  __syncthreads();"] if i else []
        out += lines_of(phase, number, "  ")
    return "\n".join(out + ["  sink[t] = sum;", "}"]) + "\n"

"""Random kernels of a few threads, with the places where barriers may stand, what these weigh, and
what each thread does in turn.

Loops of all kinds (with an access in their condition, with `break` and `continue`), branches with
and without braces and `else`, `switch` that falls through, an early `return`, calls of a function
that is called more than once, a lambda, and an object whose destructor writes.
"""

import itertools

THREADS = 4
LOOP, BRANCH = 100, 0.5

INDICES = ["t", "3 - t", "(t + 1) % 4", "t + 4", "(t + 1) % 4 + 4", "2", "t / 2"]
LOOP_INDICES = ["i", "(t + i) % 4", "t + 4 * (i % 2)", "(t + 1) % 4 + 4 * (i % 2)"]
UNIFORM = ["n > 1", "n > 2"]
CONDITIONS = ["t < 2", "t == 0"] + UNIFORM
KINDS = ["read", "loop", "if", "leave", "switch", "scope", "lambda", "call"]


def program(rng, most):
    """With at most so many places; all kinds of statements are as likely."""
    wanted = rng.choice(KINDS)
    while True:
        found = Program(rng)
        if wanted in found.kinds and len(found.weights) <= most:
            return found


class Block:
    """Statements, with a place before each of them and one behind the last: a number, or None where
    nothing comes by."""

    def __init__(self, statements):
        self.statements = statements
        self.places = []


class Leave(Exception):
    """break, continue or return, on its way out."""


class Program:
    def __init__(self, rng):
        self.rng = rng
        self.kinds = set()
        self.function = self.block(1, False, True)
        self.kinds.clear()
        self.kernel = self.block(0, False, False)
        self.weights = {}
        self.numbers = itertools.count()
        self.number(self.kernel, 1.0)

    # ---- what there is ---------------------------------------------------------------------------

    def block(self, depth, in_loop, in_function, least=1):
        count = self.rng.randint(least, 3) if depth else self.rng.randint(2, 4)
        return Block([self.statement(depth, in_loop, in_function) for _ in range(count)])

    def access(self, in_loop):
        index = self.rng.choice(INDICES + (LOOP_INDICES if in_loop else []))
        return (self.rng.choice(["read", "write"]), index)

    def statement(self, *where):
        made = self.any_statement(*where)
        self.kinds.add(made[0])
        return made

    def any_statement(self, depth, in_loop, in_function):
        rng, kind = self.rng, self.rng.random()
        inner = lambda loop=in_loop: self.block(depth + 1, loop, in_function)
        if depth < 2:
            if kind < 0.12 and not in_loop:
                header = rng.choice([None, None, rng.choice(INDICES)])
                return ("loop", rng.choice(["for", "for", "while", "do"]), header, inner(True))
            if kind < 0.27:
                other = inner() if rng.random() < 0.3 else None
                return ("if", rng.choice(CONDITIONS), inner(), other)
            if kind < 0.31:
                cases = [(inner(), rng.random() < 0.5) for _ in range(2)]
                return ("switch", rng.choice(["n", "t"]), cases)
            if kind < 0.34:
                return ("scope", rng.choice(INDICES), inner())
        if kind < 0.38 and depth:
            word = rng.choice(["break", "continue", "return"] if in_loop else ["return"])
            of_all = word == "return" and not in_function  # threads that leave the kernel: all
            return ("leave", word, rng.choice(UNIFORM if of_all else CONDITIONS), Block([]))
        if kind < 0.46 and not in_function:
            return ("call",)
        if kind < 0.50:
            return ("lambda", self.access(in_loop))
        return self.access(in_loop)

    def number(self, block, weight):
        """Of what is called more than once, the weights add up."""
        is_new = not block.places
        for k in range(len(block.statements) + 1):
            if is_new:
                block.places.append(next(self.numbers))
            place = block.places[k]
            self.weights[place] = self.weights.get(place, 0) + weight
            if k < len(block.statements):
                self.number_in(block.statements[k], weight)

    def number_in(self, statement, weight):
        if statement[0] == "loop":
            self.number(statement[3], weight * LOOP)
        elif statement[0] == "if":
            for arm in statement[2:]:
                if arm:
                    self.number(arm, weight * BRANCH)
        elif statement[0] == "switch":
            for case, _ in statement[2]:
                self.number(case, weight * BRANCH)
        elif statement[0] == "scope":
            self.number(statement[2], weight)
        elif statement[0] == "leave":
            self.number(statement[3], weight * BRANCH)
        elif statement[0] == "call":
            self.number(self.function, weight)

    # ---- what threads do -------------------------------------------------------------------------

    def trace(self, t, n):
        """(kind, place or cell, where it is executed), with a barrier at each place; "exit" last where
        the thread leaves before the end."""
        events = []
        try:
            self.run(self.kernel, {"t": t, "n": n, "i": 0}, (), events)
        except Leave:
            events.append(("exit", None, None))
        return events

    def run(self, block, values, where, events):
        for place, statement in itertools.zip_longest(block.places, block.statements):
            events.append(("barrier", place, where))
            if statement:
                self.step(statement, values, where, events)

    def touch(self, access, values, events):
        kind, index = access
        events.append((kind, eval(index.replace("/", "//"), {}, values), None))

    def step(self, statement, values, where, events):
        kind = statement[0]
        if kind in ("read", "write"):
            self.touch(statement, values, events)
        elif kind == "lambda":
            self.touch(statement[1], values, events)
        elif kind == "loop":
            self.loop(statement, values, where, events)
        elif kind == "if":
            arm = statement[2] if eval(statement[1], {}, values) else statement[3]
            if arm:
                self.run(arm, values, where, events)
        elif kind == "switch":
            self.switch(statement, values, where, events)
        elif kind == "scope":
            cell = eval(statement[1].replace("/", "//"), {}, values)
            try:
                self.run(statement[2], values, where, events)
            finally:
                events.append(("write", cell, None))
        elif kind == "call":
            try:
                self.run(self.function, {**values}, where + (id(statement),), events)
            except Leave:
                pass
        elif eval(statement[2], {}, values):
            self.run(statement[3], values, where, events)
            raise Leave(statement[1])

    def loop(self, statement, values, where, events):
        _, kind, header, body = statement
        condition = lambda: header and self.touch(("read", header), values, events)
        if kind != "do":
            condition()
        for k in range(max(values["n"], 1)):
            inside = {**values, "i": k + (kind == "while")}
            try:
                self.run(body, inside, where + (k,), events)
            except Leave as leave:
                if leave.args[0] == "break":
                    return
                if leave.args[0] == "return":
                    raise
            condition()

    def switch(self, statement, values, where, events):
        value = eval(statement[1], {}, values)
        runs = False
        for number, (case, falls) in enumerate(statement[2]):
            runs = runs or value == number + 1
            try:
                if runs:
                    self.run(case, values, where, events)
            except Leave as leave:
                if leave.args[0] == "break":
                    return
                raise
            if runs and not falls:
                return

    # ---- its text --------------------------------------------------------------------------------

    def text(self, there):
        """With barriers at the places `there`."""
        self.there, self.accesses = there, itertools.count()
        lines = ["struct Last { int *s, at, v; __device__ ~Last() { s[at] = v; } };"]
        if "call" in self.kinds:
            lines.append("__device__ void f(int *s, int *out, const int *in, int n, int t, int i) {")
            lines += self.lines(self.function, 1) + ["}"]
        lines += ["__global__ void k(int *out, const int *in, int n) {", "  __shared__ int s[8];",
                  "  int t = threadIdx.x, i = 0;", *self.lines(self.kernel, 1), "}"]
        return "\n".join(lines) + "\n"

    def lines(self, block, indent):
        pad, lines = "  " * indent, []
        for place, statement in itertools.zip_longest(block.places, block.statements):
            if place in self.there:
                lines.append(pad + "__syncthreads();")
            if statement:
                lines += [pad + line for line in self.statement_lines(statement)]
        return lines

    def access_text(self, access):
        number = next(self.accesses)
        return (f"s[{access[1]}] = in[t + {4 * number}];" if access[0] == "write"
                else f"out[t + {4 * number}] = s[{access[1]}];")

    def arm(self, head, block, tail=""):
        """Without braces where that is possible."""
        lines = self.lines(block, 1)
        simple = block.statements[0][0] in ("read", "write", "lambda", "call")
        if len(lines) == 1 and simple and len(block.statements) == 1:
            return [head, lines[0]] + ([tail] if tail else [])
        return [head + " {", *lines, "}" + (" " + tail if tail else "")]

    @staticmethod
    def braced(lines, last):
        return ["{", *lines, f"  {last};", "}"] if lines else [f"  {last};"]

    def statement_lines(self, statement):
        kind = statement[0]
        if kind in ("read", "write"):
            return [self.access_text(statement)]
        if kind == "lambda":
            return ["[&] { " + self.access_text(statement[1]) + " }();"]
        if kind == "call":
            return ["f(s, out, in, n, t, i);"]
        if kind == "leave":
            return [f"if ({statement[2]})", *self.braced(self.lines(statement[3], 1), statement[1])]
        if kind == "scope":
            return ["{", f"  Last last{{s, {statement[1]}, t + 77}};", *self.lines(statement[2], 1), "}"]
        if kind == "if":
            lines = self.arm(f"if ({statement[1]})", statement[2])
            return lines + (self.arm("else", statement[3]) if statement[3] else [])
        if kind == "switch":
            return self.switch_lines(statement)
        _, word, header, body = statement
        most = "n" + (f" + 0 * s[{header}]" if header else "")
        if word == "for":
            return self.arm(f"for (int i = 0; i < {most}; ++i)", body)
        if word == "while":
            return ["i = 0;", *self.arm(f"while (i++ < {most})", body), "i = 0;"]
        return ["i = 0;", *self.arm("do", body, f"while (++i < {most});"), "i = 0;"]

    def switch_lines(self, statement):
        lines = [f"switch ({statement[1]}) {{"]
        for number, (case, falls) in enumerate(statement[2]):
            lines += [f"case {number + 1}:", *self.lines(case, 1)]
            if not falls:
                lines.append("  break;")
        return lines + ["}"]

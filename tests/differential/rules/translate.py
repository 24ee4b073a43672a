"""Functions of the small C++ as generators of Python, with C++'s types and their arithmetic.

What a thread does with memory and with other threads it asks of `T`, the thread (machine.py); barriers
and what warps do together are yielded.
"""
from arithmetic import NAMES, size
from expressions import Values
from syntax import NotUnderstood


class Function(Values):
    """One function, with the values of its template's parameters."""

    def __init__(self, program, function, given):
        _, self.name, template, self.kind, self.parameters, self.body, self.kernel = function
        self.program, self.lines, self.fresh = program, [], 0
        self.scopes = [dict(program.scope)]
        self.types = {n: v for (k, n), v in zip(template, given) if k in ("class", "typename")}
        for (kind, name), v in zip(template, given):
            if name not in self.types:
                self.scopes[0][name] = (repr(v), kind, None)
        self.scopes.append({})
        names = []
        for kind, name in self.parameters:
            names.append(self.define(name, self.typed(kind)))
        self.returns = self.typed(self.kind)
        self.steps = []
        self.put(0, "def %s(%s):" % (self.name, ", ".join(["T"] + names)))
        self.put(1, "if 0: yield")
        self.statement(self.body, 1)
        self.source = "\n".join(self.lines)

    def put(self, depth, text):
        self.lines.append("    " * depth + text)

    def typed(self, kind):
        if isinstance(kind, tuple) and kind[0] == "type":
            return self.types[kind[1]]
        if isinstance(kind, tuple) and kind[0] in ("ptr", "ref"):
            return (kind[0], self.typed(kind[1]))
        return kind

    def define(self, name, kind, dims=None):
        self.fresh += 1
        python = "%s_%d" % (name, self.fresh)
        self.scopes[-1][name] = (python, kind, dims)
        return python

    def lookup(self, name):
        for scope in reversed(self.scopes):
            if name in scope:
                return scope[name]
        raise NotUnderstood("name " + name)

    # Statements.

    def statement(self, s, depth):
        what = s[0]
        if what == "block":
            self.scopes.append({})
            before = len(self.lines)
            for part in s[1]:
                self.statement(part, depth)
            if len(self.lines) == before:
                self.put(depth, "pass")
            self.scopes.pop()
        elif what == "expr":
            self.effect(s[1], depth)
        elif what == "decls":
            for d in s[1]:
                self.declare(d, depth)
        elif what == "if":
            self.put(depth, "if %s:" % self.truth(s[1]))
            self.statement(("block", [s[2]]), depth + 1)
            if s[3]:
                self.put(depth, "else:")
                self.statement(("block", [s[3]]), depth + 1)
        elif what == "for":
            self.scopes.append({})
            for part in s[1]:
                self.declare(part, depth) if part[0] == "decl" else self.statement(part, depth)
            self.put(depth, "while True:")
            self.put(depth + 1, "T.tick()")
            self.put(depth + 1, "if not (%s): break" % self.truth(s[2]))
            self.steps.append(s[3])
            self.statement(("block", [s[4]]), depth + 1)
            if s[3]:
                self.statement(s[3], depth + 1)
            self.steps.pop()
            self.scopes.pop()
        elif what == "do":
            self.put(depth, "while True:")
            self.put(depth + 1, "T.tick()")
            self.steps.append(("block", [("if", ("un", "!", s[2]), ("break",), None)]))
            self.statement(s[1], depth + 1)
            self.put(depth + 1, "if not (%s): break" % self.truth(s[2]))
            self.steps.pop()
        elif what == "return":
            self.put(depth, "return" if s[1] is None else "return " + self.converted(s[1], self.returns))
        elif what == "break":
            self.put(depth, "break")
        elif what == "continue":
            if self.steps[-1]:
                self.statement(self.steps[-1], depth)
            self.put(depth, "continue")
        else:
            raise NotUnderstood(what)

    def declare(self, d, depth):
        _, kind, name, dims, start, shared, line = d
        kind = self.typed(kind)
        if shared:
            counts = [self.constant(e) for e in dims]
            total = 1
            for c in counts:
                total *= c
            python = self.define(name, ("array", kind), counts) if counts else self.define(name, ("global", kind))
            self.put(depth, "%s = T.shared(%r, %d, %d)" % (python, name, size(kind), total))
            return
        if dims:
            counts = [self.constant(e) for e in dims]
            total = 1
            for c in counts:
                total *= c
            if start is None:
                values = "None"
            else:
                values = "[%s]" % ", ".join(self.converted(e, kind) for e in start[1])
            python = self.define(name, ("local", kind), counts)
            self.put(depth, "%s = Local(%d, %s)" % (python, total, values))
            return
        if kind == "auto":
            value, kind = self.value(start)
        elif start is not None and start[0] in ("list", "make") and isinstance(kind, tuple) and kind[0] == "vec":
            value = self.vector(kind, start[-1])
        elif start is not None:
            value = self.converted(start[2][0] if start[0] == "make" and start[1] == kind and not isinstance(kind, tuple) else start, kind)
        elif isinstance(kind, tuple) and kind[0] == "vec":
            value = "[%s]" % ", ".join(["None"] * kind[2])
        elif isinstance(kind, tuple) and kind[0] == "ptr":
            value = "T.fresh(%r, %d)" % (name, size(kind[1]))
        else:
            value = "None"
        if isinstance(kind, tuple) and kind[0] == "vec":
            value = "list(%s)" % value
        self.put(depth, "%s = %s" % (self.define(name, kind), value))

    def effect(self, e, depth):
        """An expression for what it does."""
        what = e[0]
        if what == "assign":
            _, op, left, right, line = e
            kind = self.kind_of(left)
            if op == "=":
                value = self.vector(kind, right[-1]) if right[0] in ("list",) else self.converted(right, kind)
            else:
                value = self.converted(("bin", op[:-1], left, right), kind)
            self.store(left, value, depth, line)
        elif what == "step":
            _, op, left, _, line = e
            kind = self.kind_of(left)
            self.store(left, self.converted(("bin", op[0], left, ("num", 1, "i32")), kind), depth, line)
        elif what == "call" and e[1] in ("cudaMalloc", "cudaFree", "cudaDeviceSynchronize", "cudaMemcpy"):
            self.put(depth, "pass")
        else:
            self.put(depth, self.value(e)[0])

    def store(self, left, value, depth, line):
        if left[0] == "name":
            python, kind, _ = self.lookup(left[1])
            if kind[0] == "global":
                self.put(depth, "T.store(%s, %d, %s, %r, %d)" % (python, size(kind[1]), value, kind[1], line))
            else:
                self.put(depth, "%s = %s" % (python, "list(%s)" % value if kind[0] == "vec" else value))
            return
        if left[0] == "member" and left[1][0] == "name" and self.lookup(left[1][1])[1][0] == "vec":
            self.put(depth, "%s[%d] = %s" % (self.lookup(left[1][1])[0], "xyzw".index(left[2]), value))
            return
        place, kind = self.place(left)
        if kind[0] == "at local":
            self.put(depth, "%s = %s" % (place, value))
        else:
            self.put(depth, "T.store(%s, %d, %s, %r, %d)" % (place, size(kind), value, kind, line))

    # Places.

    def place(self, e):
        """A pointer to what an expression names, and the type there; of arrays of the thread the element."""
        if e[0] == "name":
            python, kind, _ = self.lookup(e[1])
            if kind[0] == "global":
                return python, kind[1]
            raise NotUnderstood("address of " + e[1])
        if e[0] == "deref":
            pointer, kind = self.value(e[1])
            return pointer, kind[1]
        if e[0] == "member":
            pointer, kind = self.place(e[1])
            return "T.move(%s, %d)" % (pointer, size(kind[1]) * "xyzw".index(e[2])), kind[1]
        if e[0] != "index":
            raise NotUnderstood("a place: " + e[0])
        chain, base = [], e
        while base[0] == "index":
            chain.insert(0, base[2])
            base = base[1]
        if base[0] == "name":
            python, kind, dims = self.lookup(base[1])
            if dims:
                flat = self.integer(chain[0])
                for d, i in zip(dims[1:], chain[1:]):
                    flat = "(%s) * %d + %s" % (flat, d, self.integer(i))
                if len(chain) != len(dims):
                    raise NotUnderstood("part of an array")
                if kind[0] == "local":
                    return "%s[%s]" % (python, flat), ("at local", kind[1])
                return "T.move(%s, (%s) * %d)" % (python, flat, size(kind[1])), kind[1]
        if len(chain) != 1:
            raise NotUnderstood("pointers to pointers")
        pointer, kind = self.value(base)
        return "T.move(%s, (%s) * %d)" % (pointer, self.integer(chain[0]), size(kind[1])), kind[1]


class Program:
    """A file; its functions are made as they are asked for."""

    def __init__(self, functions, variables):
        self.functions, self.made, self.scope = functions, {}, {}
        self.globals = {}
        for _, kind, name, dims, start, _, _ in variables:
            if start is not None and not dims and start[0] == "num":
                self.scope[name] = (repr(start[1]), kind, None)
                continue
            probe = Function.__new__(Function)
            probe.program, probe.scopes = self, [self.scope]
            counts = [probe.constant(d) for d in dims]
            self.scope[name] = ("T.variable(%r)" % name, ("array", kind) if dims else ("global", kind), counts or None)
            self.globals[name] = (kind, counts)

    def instance(self, name, given):
        key = (name, tuple(given))
        if key not in self.made:
            self.made[key] = Function(self, self.functions[name], given)
            space = dict(NAMES)
            exec(compile(self.made[key].source, "<%s>" % name, "exec"), space)
            self.made[key].run = space[name]
        return self.made[key]

    def run(self, name, given):
        return self.instance(name, given).run

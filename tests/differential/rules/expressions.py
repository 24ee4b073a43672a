"""Expressions of the small C++ as text of Python, each with its type."""
from arithmetic import BITS, NAMES, size
from syntax import NotUnderstood

ATOMICS = {"atomicAdd", "atomicMax", "atomicMin", "atomicExch", "atomicCAS", "atomicOr", "atomicAnd", "atomicXor", "atomicInc", "atomicSub"}
PURE = {"min": None, "max": None, "abs": "i32", "__popc": "i32", "__ffs": "i32", "__clz": "i32", "__brev": "u32"}
WARPS = {"__shfl_sync", "__shfl_up_sync", "__shfl_down_sync", "__shfl_xor_sync", "__ballot_sync", "__any_sync", "__all_sync", "__match_any_sync"}
BUILTIN = {"threadIdx": "T.tid", "blockIdx": "T.bid", "blockDim": "T.bdim", "gridDim": "T.gdim"}


class Values:
    def integer(self, e):
        return self.value(e)[0]

    def truth(self, e):
        return self.value(e)[0]

    def kind_of(self, e):
        if e[0] == "name":
            kind = self.lookup(e[1])[1]
            return kind[1] if kind[0] == "global" else kind
        if e[0] == "member" and e[1][0] == "name" and self.lookup(e[1][1])[1][0] == "vec":
            return self.lookup(e[1][1])[1][1]
        kind = self.place(e)[1]
        return kind[1] if kind[0] == "at local" else kind

    def converted(self, e, kind):
        if e[0] == "list":
            return self.vector(kind, e[1])
        value, of = self.value(e)
        return self.cast(value, of, kind)

    def cast(self, value, of, kind):
        if of == kind or kind in ("f", "auto", "void") or isinstance(kind, tuple):
            return value
        if of == "f":
            return "wrap(%r, %s)" % (kind, value)
        if kind in ("i32", "u32", "i64", "u64") and not (BITS[of] < BITS[kind] and (of[0] != "i" or kind[0] == "i")):
            return "T.kept(%r, %s)" % (kind, value)
        if of in BITS and (BITS[of] < BITS[kind] and (of[0] != "i" or kind[0] == "i")):
            return value
        return "wrap(%r, %s)" % (kind, value)

    def vector(self, kind, parts):
        values = [self.converted(p, kind[1]) for p in parts]
        if kind == ("vec", "u32", 3):
            values += ["1"] * (3 - len(values))
        return "[%s]" % ", ".join(values)

    def given(self, given):
        return [g[1] if g[0] == "type" else self.constant(g) for g in given]

    def constant(self, e):
        value, _ = self.value(e)
        return eval(value, dict(NAMES))

    def common(self, a, b):
        if "f" in (a, b):
            return "f"
        a, b = ("i32" if k == "bool" or BITS[k] < 32 else k for k in (a, b))
        bits = max(BITS[a], BITS[b])
        return ("u" if "u%d" % bits in (a, b) else "i") + str(bits)

    def value(self, e):
        """Python's text for a value, and its type."""
        return getattr(self, "value_" + e[0])(e)

    def value_num(self, e):
        return repr(e[1]), e[2]

    def value_name(self, e):
        if e[1] in BUILTIN:
            return BUILTIN[e[1]], ("vec", "u32", 3)
        if e[1] in ("nullptr", "NULL"):
            return "None", ("ptr", "i32")
        if e[1] == "warpSize":
            return "32", "i32"
        if e[1] in ("true", "false"):
            return str(int(e[1] == "true")), "bool"
        if e[1] in self.program.functions and not any(e[1] in scope for scope in self.scopes):
            return repr(e[1]), "function"
        if e[1] in ("argc", "argv"):
            return "T." + e[1], "i32"
        python, kind, dims = self.lookup(e[1])
        if kind[0] == "global":
            return "T.load(%s, %d, %r, %d)" % (python, size(kind[1]), kind[1], e[2]), kind[1]
        if kind[0] == "array":
            return python, ("ptr", kind[1])
        return python, kind

    def value_index(self, e):
        if e[1][:2] == ("name", "argv"):
            return "T.argv(%s)" % self.integer(e[2]), "i32"
        base = e[1]
        if base[0] == "name":
            found = self.lookup(base[1])
            if found[1] == ("local", "function"):
                return "%s[%s]" % (found[0], self.integer(e[2])), "function"
        place, kind = self.place(e)
        if kind[0] == "at local":
            return place, kind[1]
        return "T.load(%s, %d, %r, %d)" % (place, size(kind), kind, e[3]), kind

    def value_deref(self, e):
        place, kind = self.place(e)
        return "T.load(%s, %d, %r, %d)" % (place, size(kind), kind, e[2]), kind

    def value_member(self, e):
        if e[1][0] in ("index", "deref"):
            place, kind = self.place(e[1])
            if kind[0] == "vec":  # all of the vector is not read
                part = size(kind[1])
                return "T.load(T.move(%s, %d), %d, %r, %d)" % (place, part * "xyzw".index(e[2]), part, kind[1], e[3]), kind[1]
        value, kind = self.value(e[1])
        return "%s[%d]" % (value, "xyzw".index(e[2])), kind[1]

    def value_addr(self, e):
        place, kind = self.place(e[1])
        return place, ("ptr", kind)

    def value_cast(self, e):
        kind = self.typed(e[1])
        value, of = self.value(e[2])
        if isinstance(kind, tuple):
            return value, kind
        return self.cast(value, of, kind), kind

    def value_make(self, e):
        return self.vector(e[1], e[2]), e[1]

    def value_cond(self, e):
        c = self.truth(e[1])
        (a, ka), (b, kb) = self.value(e[2]), self.value(e[3])
        if isinstance(ka, tuple) or ka == "function":
            return "(%s if %s else %s)" % (a, c, b), ka
        kind = self.common(ka, kb)
        return "(%s if %s else %s)" % (self.cast(a, ka, kind), c, self.cast(b, kb, kind)), kind

    def value_un(self, e):
        value, kind = self.value(e[2])
        if e[1] == "!":
            return "(not %s)" % value, "bool"
        kind = self.common(kind, "i32") if kind != "f" else "f"
        if e[1] == "+":
            return value, kind
        if kind[0] == "u":
            return "wrap(%r, %s(%s))" % (kind, e[1], value), kind
        return "(%s(%s))" % (e[1], value), kind

    def value_bin(self, e):
        op = e[1]
        (a, ka), (b, kb) = self.value(e[2]), self.value(e[3])
        if op in ("&&", "||"):
            return "(%s %s %s)" % (a, {"&&": "and", "||": "or"}[op], b), "bool"
        if isinstance(ka, tuple):
            if op == "==" or op == "!=":
                return "(%s %s %s)" % (a, op, b), "bool"
            return "T.move(%s, %s(%s) * %d)" % (a, op, b, size(ka[1])), ka
        if op in ("<<", ">>"):
            kind = self.common(ka, "i32")
            return ("T.kept(%r, shift(%d, %r, %s, %s))" if op == "<<" else "wrap(%r, shift(%d, %r, %s, %s))") % (kind, BITS[kind], op, a, b), kind
        kind = self.common(ka, kb)
        a, b = self.cast(a, ka, kind), self.cast(b, kb, kind)
        if op in ("<", ">", "<=", ">=", "==", "!="):
            return "(%s %s %s)" % (a, op, b), "bool"
        if op in ("&", "|", "^"):
            return "((%s) %s (%s))" % (a, op, b), kind
        if kind == "f":
            return "((%s) %s (%s))" % (a, op, b), kind
        text = "%s(%s, %s)" % ("div" if op == "/" else "rem", a, b) if op in "/%" else "(%s %s %s)" % (a, op, b)
        if kind in ("i32", "i64"):
            return "%s(%s)" % (kind, text), kind
        return "%s(%r, %s)" % ("wrap" if op == "-" else "T.kept", kind, text), kind

    def value_assign(self, e):
        raise NotUnderstood("an assignment as a value")

    value_step = value_list = value_str = value_assign

    def value_launch(self, e):
        _, name, given, sizes, arguments, line = e
        sizes = ["(%s, %r)" % self.value(s) for s in sizes[:2]]
        function = self.program.functions[name]
        passed = [self.converted(a, k if not isinstance(k, tuple) or k[0] != "type" else "auto")
                  for a, (k, _) in zip(arguments, function[4])]
        values = self.given(given)
        return "T.launch(%r, %r, %s, [%s], %d)" % (name, values, ", ".join(sizes), ", ".join(passed), line), "void"

    def value_through(self, e):
        return "(yield from T.call(%s, [%s]))" % (self.value(e[1])[0], ", ".join(self.value(a)[0] for a in e[2])), "i32"

    def value_call(self, e):
        _, name, given, arguments, line = e
        if name in ATOMICS:
            pointer, kind = self.value(arguments[0])
            rest = [self.converted(a, kind[1]) for a in arguments[1:]]
            return "T.atomic(%r, %s, %d, %r, [%s], %d)" % (name, pointer, size(kind[1]), kind[1], ", ".join(rest), line), kind[1]
        if name in PURE:
            values = [self.value(a) for a in arguments]
            if name in ("min", "max"):
                kind = self.typed(given[0][1]) if given else self.common(values[0][1], values[1][1])
                return "%s(%s)" % (name, ", ".join(self.cast(v, k, kind) for v, k in values)), kind
            return "%s(%s)" % (name.strip("_"), values[0][0]), PURE[name]
        if name == "__syncthreads":
            return "(yield ('sync', %d))" % line, "void"
        if name == "__syncwarp":
            return "(yield ('warp', %d, %s, None, None))" % (line, self.value(arguments[0])[0] if arguments else "0xffffffff"), "void"
        if name in WARPS:
            mask = self.value(arguments[0])[0]
            value, kind = self.value(arguments[1])
            more = self.value(arguments[2])[0] if len(arguments) > 2 else "None"
            kind = {"__ballot_sync": "u32", "__any_sync": "i32", "__all_sync": "i32", "__match_any_sync": "u32"}.get(name, kind)
            return "(yield (%r, %d, %s, %s, %s))" % (name, line, mask, value, more), kind
        if name in ("__threadfence", "__threadfence_block", "assert", "exit"):
            if name == "assert":
                return "T.check(%s)" % self.truth(arguments[0]), "void"
            return "T.exit()" if name == "exit" else "None", "void"
        if name == "atoi":
            return self.value(arguments[0])[0], "i32"
        if name == "__requires":
            return "None", "void"
        if name not in self.program.functions:
            scope = self.lookup(name)
            values = [self.value(a)[0] for a in arguments]
            return "(yield from T.call(%s, [%s]))" % (scope[0], ", ".join(values)), "i32"
        function = self.program.functions[name]
        values = self.given(given)
        instance = self.program.instance(name, values)
        passed = [self.converted(a, instance.typed(k)) for a, (k, _) in zip(arguments, function[4])]
        return "(yield from T.function(%r, %r)(%s))" % (name, values, ", ".join(["T"] + passed)), instance.returns

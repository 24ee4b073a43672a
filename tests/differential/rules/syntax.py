"""A small C++: what the kernels and hosts of this test are written in, as a tree.

Expressions and statements are tuples whose first element says what they are; every expression that may
touch memory ends in its line.
"""
import re

TOKEN = re.compile(r"""\s+|\#[^\n]*|using[^;]*;|//[^\n]*|/\*.*?\*/|(?P<num>0[xX][0-9a-fA-F]+[uUlL]*|\d+\.\d*f?|\d+[uUlL]*)|(?P<name>[A-Za-z_]\w*)"""
                   r"""|(?P<str>"[^"\n]*")|(?P<op><<<|>>>|<<=|>>=|->|::|\+\+|--|<<|>>|<=|>=|==|!=|&&|\|\||[-+*/%&|^]=|[-+*/%&|^~!<>=?:;,.(){}\[\]])""",
                   re.S)
INTEGERS = {"bool": "bool", "char": "i8", "short": "i16", "int": "i32", "unsigned": "u32", "long": "i64", "size_t": "u64",
            "uint8_t": "u8", "int8_t": "i8", "uint16_t": "u16", "int16_t": "i16", "uint32_t": "u32", "int32_t": "i32",
            "uint64_t": "u64", "int64_t": "i64", "float": "f", "double": "f", "void": "void"}
VECTORS = {base + str(n): ("vec", kind, n) for base, kind in (("int", "i32"), ("uint", "u32"), ("float", "f"), ("uchar", "u8"), ("ushort", "u16"))
           for n in (2, 3, 4)}
VECTORS["dim3"] = ("vec", "u32", 3)
IGNORED = {"const", "__restrict__", "static", "constexpr", "inline", "__device__", "__host__", "__forceinline__", "volatile", "__constant__", "extern"}
LEVELS = [["||"], ["&&"], ["|"], ["^"], ["&"], ["==", "!="], ["<", ">", "<=", ">="], ["<<", ">>"], ["+", "-"], ["*", "/", "%"]]
ASSIGN = {"=", "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "<<=", ">>="}


class NotUnderstood(Exception):
    pass


class Parser:
    def __init__(self, text, types=()):
        self.tokens, self.at, self.types = [], 0, dict(types)
        self.contract = False  # where -> is an implication
        self.templates = {"min", "max"}
        at, line = 0, 1
        while at < len(text):
            m = TOKEN.match(text, at)
            if not m:
                raise NotUnderstood("token " + text[at:at + 20])
            if m.lastgroup:
                self.tokens.append((m.lastgroup, m.group(), line))
            line += m.group().count("\n")
            at = m.end()
        self.tokens.append(("end", "", line))

    # Tokens.

    @property
    def now(self):
        return self.tokens[self.at][1]

    @property
    def line(self):
        return self.tokens[self.at][2]

    def ahead(self, n=1):
        return self.tokens[min(self.at + n, len(self.tokens) - 1)][1]

    def take(self, *wanted):
        if self.now in wanted and self.tokens[self.at][0] != "str":
            self.at += 1
            return self.tokens[self.at - 1][1]
        return None

    def need(self, wanted):
        if not self.take(wanted):
            raise NotUnderstood("line %d: %s instead of %s" % (self.line, self.now, wanted))

    def name(self):
        kind, text, _ = self.tokens[self.at]
        if kind != "name":
            raise NotUnderstood("line %d: %s instead of a name" % (self.line, text))
        self.at += 1
        return text

    # Types.

    def is_type(self, at=0):
        t = self.ahead(at)
        return t in INTEGERS or t in VECTORS or t in IGNORED or t in ("signed", "__shared__", "auto") or t in self.types

    def type(self):
        """A type without what belongs to each declarator."""
        words = []
        while self.now in INTEGERS or self.now in IGNORED or self.now in ("signed", "auto") or not [w for w in words if w not in IGNORED] and (
                self.now in VECTORS or self.now in self.types):
            words.append(self.now)
            self.at += 1
        self.shared = False
        words = [w for w in words if w not in IGNORED]
        if len(words) == 1 and words[0] in VECTORS:
            base = VECTORS[words[0]]
        elif len(words) == 1 and words[0] in self.types:
            base = self.types[words[0]]
        elif words == ["auto"]:
            base = "auto"
        else:
            kinds = {INTEGERS[w] for w in words if w in INTEGERS and w not in ("unsigned", "signed")}
            kinds.discard("i32") if len(kinds) > 1 else None
            base = kinds.pop() if kinds else "i32"
            if "unsigned" in words:
                base = base.replace("i", "u")
        while self.now in ("*", "&") or self.now in IGNORED:
            if self.now in ("*", "&"):
                base = ("ptr", base) if self.now == "*" else ("ref", base)
            self.at += 1
        return base

    # Expressions.

    def expression(self):
        left = self.condition()
        if self.now in ASSIGN:
            line, op = self.line, self.now
            self.at += 1
            return ("assign", op, left, self.expression(), line)
        return left

    def condition(self):
        c = self.binary(0)
        if self.take("?"):
            a = self.expression()
            self.need(":")
            return ("cond", c, a, self.condition())
        return c

    def binary(self, level):
        if level == len(LEVELS):
            return self.unary()
        left = self.binary(level + 1)
        while self.now in LEVELS[level]:
            op = self.take(*LEVELS[level])
            left = ("bin", op, left, self.binary(level + 1))
        return left

    def unary(self):
        line = self.line
        if self.now in ("-", "+", "~", "!"):
            return ("un", self.take("-", "+", "~", "!"), self.unary())
        if op := self.take("++", "--"):
            return ("step", op, self.unary(), True, line)
        if self.take("&"):
            return ("addr", self.unary(), line)
        if self.take("*"):
            return ("deref", self.unary(), line)
        if self.now == "(" and self.is_type(1):
            self.need("(")
            kind = self.type()
            self.need(")")
            return ("cast", kind, self.unary())
        return self.postfix()

    def postfix(self):
        e = self.primary()
        while True:
            line = self.line
            if self.take("["):
                e = ("index", e, self.expression(), line)
                self.need("]")
            elif self.take(".") or not self.contract and self.take("->"):
                e = ("member", e, self.name(), line)
            elif self.take("("):
                e = ("through", e, self.arguments())
            elif op := self.take("++", "--"):
                e = ("step", op, e, False, line)
            else:
                return e

    def arguments(self, end=")"):
        found = []
        while not self.take(end):
            found.append(self.expression())
            if not self.take(","):
                self.need(end)
                break
        return found

    def primary(self):
        kind, text, line = self.tokens[self.at]
        if kind == "num":
            self.at += 1
            return number(text)
        if kind == "str":
            self.at += 1
            return ("str", text[1:-1])
        if self.take("("):
            e = self.expression()
            self.need(")")
            return e
        if self.take("{"):
            return ("list", self.arguments("}"))
        if self.is_type() and text not in ("__shared__",):
            kind = self.type()
            self.need("(")
            parts = self.arguments()
            return ("make", kind, parts) if isinstance(kind, tuple) else ("cast", kind, parts[0])
        name = self.name()
        if name in ("static_cast", "reinterpret_cast", "const_cast"):
            self.need("<")
            kind = self.type()
            self.need(">")
            self.need("(")
            e = self.expression()
            self.need(")")
            return ("cast", kind, e)
        while self.take("::"):
            name = self.name()
        given = []
        if self.now == "<" and name in self.templates:
            self.need("<")
            while not self.take(">"):
                given.append(("type", self.type()) if self.is_type() and self.ahead() in (",", ">") else self.binary(7))
                self.take(",")
        if self.take("<<<"):
            sizes = [self.expression()]
            while self.take(","):
                sizes.append(self.expression())
            self.need(">>>")
            self.need("(")
            return ("launch", name, given, sizes, self.arguments(), line)
        if self.take("("):
            return ("call", name, given, self.arguments(), line)
        return ("name", name, line)

    # Statements.

    def block(self):
        self.need("{")
        found = []
        while not self.take("}"):
            found.append(self.statement())
        return ("block", found)

    def statement(self):
        line = self.line
        if self.now == "{":
            return self.block()
        if self.take(";"):
            return ("block", [])
        if self.take("if"):
            self.need("(")
            c = self.expression()
            self.need(")")
            then = self.statement()
            return ("if", c, then, self.statement() if self.take("else") else None)
        if self.take("while"):
            self.need("(")
            c = self.expression()
            self.need(")")
            return ("for", [], c, None, self.statement())
        if self.take("do"):
            body = self.statement()
            self.need("while")
            c = self.expression()
            self.need(";")
            return ("do", body, c)
        if self.take("for"):
            self.need("(")
            first = self.declaration() if self.is_type() else [self.plain()]
            c = ("num", 1, "i32") if self.now == ";" else self.expression()
            self.need(";")
            steps = []
            while self.now != ")":
                steps.append(("expr", self.expression()))
                self.take(",")
            self.need(")")
            return ("for", first, c, ("block", steps), self.statement())
        if self.take("return"):
            e = None if self.now == ";" else self.expression()
            self.need(";")
            return ("return", e)
        if word := self.take("break", "continue"):
            self.need(";")
            return (word,)
        if self.is_type() and self.ahead() != "(":
            return ("decls", self.declaration())
        return self.plain(line)

    def plain(self, line=0):
        if self.take(";"):
            return ("block", [])
        e = self.expression()
        self.need(";")
        return ("expr", e)

    def declaration(self):
        shared = bool(self.take("__shared__"))
        base = self.type()
        found = []
        while True:
            kind, name, line = base, None, self.line
            while self.take("*"):
                kind = ("ptr", kind)
            name = self.name()
            dims = []
            while self.take("["):
                dims.append(self.expression())
                self.need("]")
            start = None
            if self.take("="):
                start = self.expression()
            elif self.take("("):
                start = ("make", kind, self.arguments())
            found.append(("decl", kind, name, dims, start, shared, line))
            if not self.take(","):
                self.need(";")
                return found

    # Files.

    def file(self):
        """Functions and variables by name."""
        functions, variables = {}, []
        while self.tokens[self.at][0] != "end":
            if self.take("typedef"):  # of pointers to functions
                while self.now != "*":
                    self.at += 1
                self.at += 1
                self.types[self.name()] = "function"
                while not self.take(";"):
                    self.at += 1
                continue
            template = []
            if self.take("template"):
                self.need("<")
                while not self.take(">"):
                    kind = self.type() if self.now not in ("class", "typename") else self.take("class", "typename")
                    template.append((kind, self.name()))
                    if kind in ("class", "typename"):
                        self.types[template[-1][1]] = ("type", template[-1][1])
                    self.take(",")
            kernel = bool(self.take("__global__"))
            self.take("static")
            kernel = kernel or bool(self.take("__global__"))
            start = self.at
            kind = self.type()
            name = self.name()
            if self.now != "(":
                self.at = start
                variables += self.declaration()
                continue
            if template:
                self.templates.add(name)
            self.need("(")
            parameters = []
            while not self.take(")"):
                of = self.type()
                parameters.append((of, self.name()))
                self.take(",")
            functions[name] = ("function", name, template, kind, parameters, self.block(), kernel)
        return functions, variables


def number(text):
    if "." in text:
        return ("num", float(text.rstrip("f")), "f")
    suffix = text.lower().lstrip("0123456789abcdefx") if text[:2].lower() != "0x" else "".join(c for c in text.lower() if c in "ul")
    value = int(re.sub("[uUlL]", "", text), 0)
    if "l" in suffix:
        return ("num", value, "u64" if "u" in suffix else "i64")
    if "u" in suffix:
        return ("num", value, "u32" if value < 1 << 32 else "u64")
    return ("num", value, "i32" if value < 1 << 31 else "u32" if value < 1 << 32 and text[:2].lower() == "0x" else "i64")


def condition(text):
    """A condition of the contract language: ("forall", variables, premise or None, goal), or an expression."""
    variables = []
    if m := re.match(r"\s*forall\s+(\w+)(?:\s*,\s*(\w+))?\s*:(.*)", text, re.S):
        variables, text = [v for v in m.groups()[:2] if v], m.group(3)
    parser = Parser(text)
    parser.contract = True
    parts = [parser.condition()]
    while parser.take("->"):
        parts.append(parser.condition())
    if parser.tokens[parser.at][0] != "end":
        raise NotUnderstood("condition " + text)
    return ("forall", variables, parts[:-1], parts[-1])

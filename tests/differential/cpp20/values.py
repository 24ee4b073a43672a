"""Features: integers of all widths and signs, control flow, side effects, arrays and references.

An expression knows which values it may have, so that nothing overflows that must not: signed
arithmetic, and conversions to int and wider, which Heddle assumes to keep the value.
"""
BITS = {"bool": 1, "char": 8, "signed char": 8, "unsigned char": 8, "short": 16, "unsigned short": 16, "int": 32,
        "unsigned": 32, "long": 64, "unsigned long": 64, "long long": 64, "unsigned long long": 64}
RANK = {"int": 0, "unsigned": 1, "long": 2, "unsigned long": 3, "long long": 4, "unsigned long long": 5}


def is_unsigned(type_):
    return type_.startswith("unsigned") or type_ == "bool"


def limits(type_):
    bits = BITS[type_]
    return (0, 2 ** bits - 1) if is_unsigned(type_) else (-2 ** (bits - 1), 2 ** (bits - 1) - 1)


def promoted(type_):
    return "int" if BITS[type_] < 32 else type_


def common(a, b):
    a, b = sorted((promoted(a), promoted(b)), key=RANK.get)
    if is_unsigned(a) and not is_unsigned(b) and BITS[a] >= BITS[b]:
        return "unsigned " + b
    return b


class Value:
    def __init__(self, text, type_, low, high):
        self.text, self.type, self.low, self.high = text, type_, low, high


def fits(low, high, type_):
    return limits(type_)[0] <= low and high <= limits(type_)[1]


def converted(v, type_):
    """The range after a conversion, or None where Heddle would have to assume that it fits."""
    if type_ == "bool":
        return 0, 1
    if fits(v.low, v.high, type_):
        return v.low, v.high
    return None if not is_unsigned(type_) and BITS[type_] >= 32 else limits(type_)


def cast(p, v):
    type_ = p.random.choice(list(BITS))
    new = converted(v, type_)
    if not new:
        return v
    form = p.pick("(%s)%s", "static_cast<%s>(%s)")
    return Value(form % (type_, v.text), type_, *new)


def result(text, type_, low, high):
    """Wraps when unsigned; None when it would overflow."""
    if not fits(low, high, type_):
        if not is_unsigned(type_):
            return None
        low, high = limits(type_)
    return Value(text, type_, low, high)


def operand(p, v, type_):
    new = converted(v, type_)
    return Value(v.text, type_, *new) if new else None


def arithmetic(p, a, b):
    type_ = common(a.type, b.type)
    a, b = operand(p, a, type_), operand(p, b, type_)
    if not a or not b:
        return None
    op = p.pick("+", "-", "*")
    corners = [eval("%d %s %d" % (x, op, y)) for x in (a.low, a.high) for y in (b.low, b.high)]
    return result("(%s %s %s)" % (a.text, op, b.text), type_, min(corners), max(corners))


def division(p, a, b):
    n = p.number(1, 12)
    type_ = promoted(a.type)
    big = max(abs(a.low), abs(a.high))
    if p.chance(0.5):
        return Value("(%s / %d)" % (a.text, n), type_, -(big // n) if a.low < 0 else 0, big // n)
    return Value("(%s %% %d)" % (a.text, n), type_, 1 - n if a.low < 0 else 0, n - 1)


def bitwise(p, a, b):
    type_ = common(a.type, b.type)
    a, b = operand(p, a, type_), operand(p, b, type_)
    if not a or not b:
        return None
    bits = max(x.bit_length() for x in (a.low, a.high, b.low, b.high))
    low = -2 ** bits if min(a.low, b.low) < 0 else 0
    return Value("(%s %s %s)" % (a.text, p.pick("&", "|", "^"), b.text), type_, low, 2 ** bits - 1)


def shift(p, a, b):
    type_ = promoted(a.type)
    most = p.number(0, 7)
    by = str(most) if p.chance(0.6) or b.low < 0 else "(%s & %d)" % (b.text, most)
    if p.chance(0.5):
        return Value("(%s >> %s)" % (a.text, by), type_, min(a.low, 0), max(a.high, 0))
    if not is_unsigned(type_) and a.low < 0:
        return None
    return result("(%s << %s)" % (a.text, by), type_, 0, a.high << most)


def unary(p, a, b):
    type_ = promoted(a.type)
    op = p.pick("-", "~", "!", "+")
    if op == "!":
        return Value("!" + a.text, "bool", 0, 1)
    low, high = {"-": (-a.high, -a.low), "~": (-a.high - 1, -a.low - 1), "+": (a.low, a.high)}[op]
    return result("(%s%s)" % (op, a.text), type_, low, high)


def comparison(p, a, b):
    if p.chance(0.25):
        return Value("(%s %s %s)" % (a.text, p.pick("&&", "||"), b.text), "bool", 0, 1)
    type_ = common(a.type, b.type)
    if not operand(p, a, type_) or not operand(p, b, type_):
        return None
    return Value("(%s %s %s)" % (a.text, p.pick("<", "<=", ">", ">=", "==", "!="), b.text), "bool", 0, 1)


def choice(p, a, b):
    type_ = a.type if a.type == b.type else common(a.type, b.type)
    a, b = operand(p, a, type_), operand(p, b, type_)
    if not a or not b:
        return None
    condition = p.pick("t > 3", "t & 1", "t % 3 == 0", "acc > t", "t == 5")
    return Value("(%s ? %s : %s)" % (condition, a.text, b.text), type_, min(a.low, b.low), max(a.high, b.high))


FORMS = [arithmetic, arithmetic, arithmetic, division, bitwise, bitwise, shift, unary, comparison, choice]


def expression(p, leaves, depth):
    if depth == 0:
        v = p.random.choice(leaves)
        return cast(p, v) if p.chance(0.3) else v
    for _ in range(10):
        v = p.random.choice(FORMS)(p, expression(p, leaves, depth - 1), expression(p, leaves, depth - 1))
        if v:
            return cast(p, v) if p.chance(0.3) else v
    return expression(p, leaves, 0)


def checked(p, v):
    """A check compares long longs."""
    if fits(v.low, v.high, "long long"):
        p.check(v.text)
    else:
        p.check("%s %% 1000003" % v.text)


def leaves(p):
    found = [Value("t", "int", 0, 7), Value("threadIdx.x", "unsigned", 0, 7), Value("acc", "int", 0, 60)]
    for _ in range(2):
        n = p.random.choice([0, 1, 2, 3, 5, 10, 100, 127, 128, 255, 256, 1000, 32767, 65535, 100000, 2 ** 31 - 1])
        suffix, type_ = p.pick(("", "int"), ("", "int"), ("u", "unsigned"), ("ll", "long long"),
                               ("ull", "unsigned long long"))
        found.append(Value("%d%s" % (n, suffix), type_, n, n))
    return found


def integers(p):
    """Variables of random types, initialised from expressions of those before."""
    known = leaves(p)
    for _ in range(p.number(2, 4)):
        v, type_, name = expression(p, known, p.number(1, 2)), p.random.choice(list(BITS)), p.name("v")
        new = converted(v, type_)
        if p.chance(0.2) or not new:
            type_, new = "auto", (v.low, v.high)
        p.code("%s %s = %s;" % (type_, name, v.text))
        known.append(Value(name, v.type if type_ == "auto" else type_, *new))
        checked(p, known[-1])
    checked(p, expression(p, known, 2))


def compound(p):
    """`x op= e` computes in the common type and converts back; ++ wraps narrow types."""
    type_ = p.pick("unsigned char", "signed char", "char", "short", "unsigned short", "unsigned",
                   "unsigned long long")
    x = p.name("x")
    p.code("%s %s = %s;" % (type_, x, p.input()))
    for _ in range(p.number(2, 5)):
        n, value = p.number(1, 9), p.input()
        p.code(p.pick("%s += %s;" % (x, value), "%s -= %d;" % (x, n), "%s *= %d;" % (x, n), "%s /= %d;" % (x, n),
                      "%s %%= %d;" % (x, n + 20), "%s ^= %s;" % (x, value), "%s |= %d;" % (x, 16 * n),
                      "%s >>= %d;" % (x, n % 3), "%s++;" % x, "--%s;" % x, "%s = %s++ + %d;" % (x, x, n),
                      "(%s += %d) -= %d;" % (x, n, n + 1), "%s = -%s;" % (x, x), "%s = ~%s;" % (x, x)))
    checked(p, Value(x, type_, *limits(type_)))


def side_effects(p):
    a, b, n = p.name("a"), p.name("b"), p.number(1, 5)
    p.code("int %s = %s, %s = %s;" % (a, p.input(), b, p.input()))
    for _ in range(p.number(1, 3)):
        p.code(p.pick(
            "if (A > %d && B++ > 2) A += 3;", "if (A > %d || ++B > 9) A--;", "A = (B += %d, B * 2);",
            "(A > B + %d ? A : B) += 5;", "A += B++ %% 3 == 0 ? B : %d;", "B = A > %d ? A++ : --A;",
            "A = !(A-- > %d && B-- > 3) ? A : B;", "A = B = A + %d;", "(void)(A < %d || (B = A) || (A = 1));",
            "if (int c = A - %d; c > 0 && (A = c, B > c)) B -= c; else B += 7;",
            "while (A++ < %d && B++ < 20) ;").replace("A", a).replace("B", b).replace("%%", "%")
            .replace("%d", str(n)))
    p.check(a)
    p.check("%s * 100 + %s" % (b, a))


def switches(p):
    x, s = p.input(), p.name("s")
    labels = p.some(range(8), 3, 5)
    lines = ["int %s = 0;" % s, "switch (%s) {" % p.pick(x, x + " & 7", "(unsigned char)" + x, x + " % 5")]
    default = p.number(0, len(labels))
    for i, label in enumerate(labels):
        if i == default:
            lines.append("  default: %s += 1000;%s" % (s, p.pick("", " break;")))
        head = "  case %d:" % label if p.chance(0.8) else "  case %d ... %d:" % (label + 10, label + 10)
        lines.append("%s %s += %d;%s" % (head, s, 1 + i * 10, p.pick("", " break;", " if (t > 4) break;")))
    p.code("\n".join([*lines, "}"]))
    p.check(s)


def loops(p):
    s, i, j, n = p.name("s"), p.name("i"), p.name("j"), p.number(2, 6)
    inner = p.pick("if (%s == %d) continue;" % (i, p.number(0, 4)), "if (%s > 30) break;" % s,
                   "for (int %s = 0; ; ++%s) { if (%s >= %s) break; %s += 2; }" % (j, j, j, i, s),
                   "if (%s > %s) { %s += 3; continue; } else if (%s == 3) break;" % (i, p.input(), s, i),
                   "switch (%s) { case 1: continue; case 2: %s += 4; break; default: %s++; }" % (i, s, s))
    bound = p.pick(str(n), "t", "t / 2 + 1", str(n))
    head = p.pick("for (int I = 0; I < N; ++I) {", "for (int I = N; I-- > 0; ) {", "for (unsigned I = 0; I < N; I += 2) {",
                  "int I = -1; while (++I < N) {", "for (signed char I = 0; I != N; I++) {").replace("I", i)
    p.code("int %s = %s;\n%s\n  %s\n  %s += %s * 2 + 1;\n}" % (s, p.input(), head.replace("N", bound), inner, s, i))
    p.check(s)


def arrays(p):
    type_ = p.pick("int", "short", "unsigned char", "long long", "unsigned")
    a, n, at = p.name("a"), p.number(3, 6), p.input()
    p.code("%s %s[%d] = {%s};" % (type_, a, n, ", ".join(p.pick(str(p.number(0, 99)), p.input())
                                                          for _ in range(p.number(1, n)))))
    p.code(p.pick("%(a)s[%(at)s %% %(n)d] += %(k)d;", "auto* q = %(a)s + %(m)d; q[-1] = q[0] + %(k)d; *q-- = 3; ++*q;",
                  "for (auto& e : %(a)s) e = e * 2 + %(k)d;", "auto& r = %(a)s[%(m)d]; r += %(a)s[0]; %(a)s[0] = r / 2;",
                  "%(T)s* f = %(a)s; %(T)s* l = f + %(n)d; while (f != l) *f++ += %(k)d;",
                  "int i = 0; %(a)s[i++] = %(k)d; %(a)s[i] = i + 1; %(a)s[++i] = %(at)s;",
                  "auto [x0, x1%(rest)s] = %(a)s; x0 += 5; %(a)s[1] = x0 + x1;",
                  "auto& [x0, x1%(rest)s] = %(a)s; x0 += 5; x1 = x0;") % dict(
                      a=a, at=at, n=n, k=p.number(1, 9), m=p.number(1, n - 1), T=type_,
                      rest="".join(", x%d" % i for i in range(2, n))))
    p.check(" + ".join("%dll * %s[%d]" % (3 ** i, a, i) for i in range(n)))
    p.check("%s[%s %% %d]" % (a, p.input(), n))


def tables(p):
    """Rows of a table, by pointer to array."""
    a, rows, columns = p.name("a"), p.number(2, 3), p.number(2, 4)
    p.code("%s %s[%d][%d] = {%s};" % (p.pick("int", "short", "long"), a, rows, columns, ", ".join(
        "{%s}" % ", ".join(str(p.number(0, 50)) for _ in range(columns)) for _ in range(rows))))
    p.code("auto* row%s = &%s[%s %% %d];" % (a, a, p.input(), rows))
    p.code("(*row%s)[%s %% %d] += %d;" % (a, p.input(), columns, p.number(1, 9)))
    p.check(" + ".join("%d * %s[%d][%d]" % (2 ** (i * columns + j), a, i, j) for i in range(rows) for j in range(columns)))
    p.check("sizeof(%s) + sizeof(*row%s)" % (a, a))


def references(p):
    """Of locals, passed on, chosen, swapped."""
    f = p.name("f")
    p.declare("""
        __device__ int& %(f)s(int& a, int& b, bool first) { return first ? a : b; }
        __device__ void %(f)s_swap(int* a, int* b) { int c = *a; *a = *b; *b = c; }
        """ % dict(f=f))
    a, b = p.name("a"), p.name("b")
    p.code("int %s = %s, %s = %s;" % (a, p.input(), b, p.input()))
    for _ in range(p.number(1, 3)):
        p.code(p.pick("%(f)s(%(a)s, %(b)s, %(c)s) += %(k)d;", "%(f)s_swap(&%(a)s, &%(b)s);",
                      "int& r%(u)s = %(b)s; r%(u)s++; %(a)s += r%(u)s;", "int* p%(u)s = %(c)s ? &%(a)s : &%(b)s; *p%(u)s *= 2;",
                      "int* p%(u)s = &%(a)s; int** q%(u)s = &p%(u)s; **q%(u)s += 4; *q%(u)s = &%(b)s; *p%(u)s -= 1;")
               % dict(f=f, a=a, b=b, k=p.number(1, 9), u=p.name(""),
                      c=p.pick("t > 3", "t & 1", "true", "false", a + " > " + b)))
    p.check(a)
    p.check(b)


FEATURES = [integers, integers, integers, compound, compound, side_effects, switches, loops, arrays, tables, references]

"""Features: words that are put together and taken apart, sign extension by shifts, carries.

What an index or a size must not do, Heddle assumes that it does not: to overflow, or to lose bits in
a conversion. Here it is what the program is written for.
"""
UNSIGNED = {32: "unsigned", 64: "unsigned long long"}
SIGNED = {32: "int", 64: "long long"}


def half(p):
    return p.pick("(unsigned)(%s) * %du" % (p.input(), p.number(1, 2 ** 28)), "(unsigned)(%s)" % p.input(),
                  "%du - %s" % (2 ** 32 - 1, p.input()), "%du" % p.number(0, 2 ** 32 - 1))


def packed(p):
    """Two halves in a word, by shifts, a union, or as bytes."""
    w = p.name("w")
    p.code("unsigned long long %s = ((unsigned long long)(%s) << 32) %s (%s);" % (w, half(p), p.pick("|", "+", "^"), half(p)))
    part = p.pick("unsigned P = (unsigned)W;", "unsigned P = W >> 32;", "unsigned P = (unsigned)(W >> 17);",
                  "unsigned P = W & 0xffffffff;", "int P = (int)W;", "int P = (int)(W >> 32);", "int P = (long long)W >> 40;",
                  "union { unsigned long long w; unsigned h[2]; } uP = {W}; unsigned P = uP.h[0];",
                  "union { unsigned long long w; unsigned h[2]; } uP = {W}; unsigned P = uP.h[1];",
                  "union { unsigned long long w; int h[2]; } uP = {W}; uP.h[1] ^= 5; int P = uP.h[1]; W = uP.w;",
                  "unsigned hP[2]; __builtin_memcpy(hP, &W, 8); unsigned P = hP[1] ^ hP[0];",
                  "unsigned P = (W << 8) >> 40;", "unsigned P = (unsigned)(W * 64) >> 3;")
    name = p.name("p")
    p.code(part.replace("P", name).replace("W", w))
    p.check("(long long)%s" % name)
    p.check("(long long)(%s %% 1000003)" % w)


def extended(p):
    """The low bits as a signed number, and other shifts to the left that lose bits."""
    bits = p.pick(32, 32, 64)
    x, kind = p.name("x"), p.pick(SIGNED, UNSIGNED)[bits]
    p.code("%s %s = (%s)(%s) * %d + %d;" % (kind, x, kind, p.input(), p.number(1, 60000), p.number(0, 300)))
    left = p.number(1, bits - 1)
    right = p.pick(left, left, p.number(1, bits - 1))
    p.check(p.pick("(X << L) >> R", "(long long)((int)((unsigned)X << %d) >> %d)" % (left % 32, right % 32),
                   "((X << L) == 0) + 2 * ((X << L) < 0)", "((X << L) >> R) * 3 + 1")
            .replace("X", x).replace("L", str(left)).replace("R", str(right)) + " %% %d" % (2 ** 31 - 1))


def carried(p):
    """Was a sum too large?"""
    bits = p.pick(32, 32, 64)
    type_, most = UNSIGNED[bits], 2 ** bits - 1
    a, b, s = p.name("a"), p.name("b"), p.name("s")
    suffix = "ull" if bits == 64 else "u"
    p.code("%s %s = %s, %s = %s;" % (
        type_, a, p.pick("%d%s - %s" % (most, suffix, p.input()), "%d%s" % (p.number(0, most), suffix), p.input()),
        b, p.pick("%s" % p.input(), "%d%s" % (p.number(0, most), suffix), "0", "%d%s" % (most, suffix))))
    p.code("%s %s = %s;" % (type_, s, p.pick("A + B", "B + A").replace("A", a).replace("B", b)))
    p.check(p.pick("S < A", "S < B", "A > S", "S >= A", "B <= S", "S <= A", "A >= S", "S > B", "A < S", "!(S < A) + (A + B < B)")
            .replace("S", s).replace("A", a).replace("B", b))


FEATURES = [packed, packed, extended, extended, carried]

"""Features: how objects lie in memory: layout, bit-fields, unions, nested arrays; enums; library types."""


def layout(p):
    s = p.name("S")
    kinds = ["char", "short", "int", "long", "bool", "unsigned char", "double", "char*", "short[3]", "char[5]", "long long"]
    members = []
    for i in range(p.number(2, 5)):
        kind = p.random.choice(kinds)
        base, _, rest = kind.partition("[")
        members.append("%s%s m%d%s;" % (p.pick("", "", "", "alignas(%d) " % p.pick(8, 16)), base, i, "[" + rest if rest else ""))
    p.declare("struct %s%s { %s };" % (p.pick("", "", "alignas(16) ", "[[gnu::packed]] "), s, " ".join(members)))
    p.declare("struct %s_d : %s { char after; }; struct %s_n { char c; %s s[2]; [[no_unique_address]] struct E {} e; };" % (s, s, s, s))
    last = len(members) - 1
    for check in p.some(["sizeof(S)", "alignof(S)", "__builtin_offsetof(S, mL)", "sizeof(S_d)", "sizeof(S_n) + alignof(S_n)",
                         "__builtin_offsetof(S_n, s[1])", "sizeof(S::mL)", "__builtin_offsetof(S, m1)"], 3, 5):
        p.check(check.replace("L", str(last)).replace("(S", "(" + s))
    x = p.name("x")
    p.code("%s %s[3] = {};\nauto* q%s = %s + 1;" % (s, x, x, x))
    p.check("(char*)&q%s->m%d - (char*)%s" % (x, last, x))
    p.check("&%s[t %% 3] - %s" % (x, x))


def bit_fields(p):
    s = p.name("S")
    members, total = [], p.number(3, 5)
    for i in range(total):
        type_ = p.pick("unsigned", "int", "unsigned char", "short", "unsigned long long", "signed char", "bool")
        width = 1 if type_ == "bool" else p.number(1, {"short": 16, "unsigned char": 8, "signed char": 8}.get(type_, 24))
        members.append("%s m%d : %d;%s" % (type_, i, width, p.pick("", "", "", " int : 0;", " char c%d;" % i)))
    p.declare("struct %s { %s };" % (s, " ".join(members)))
    p.declare("union %s_u { %s s; unsigned char bytes[sizeof(%s)]; };" % (s, s, s))
    x = p.name("x")
    p.code("%s %s = {};" % (s, x))
    for i in range(total):
        p.code(p.pick("%s.m%d = (%s) * %d;", "%s.m%d = %s - %d;", "%s.m%d = ~%s & %d;") % (x, i, p.input(), p.number(1, 99)))
    for _ in range(2):
        i, boolean = p.number(0, total - 1), False
        if not members[i].startswith("bool"):
            p.code(p.pick("%s.m%d++;", "%s.m%d += 3;", "%s.m%d ^= 5;", "--%s.m%d;") % (x, i))
    p.check(" + ".join("(long long)%s.m%d * %d" % (x, i, 10 ** i) for i in range(total)))
    p.check("sizeof(%s) * 100 + alignof(%s)" % (s, s))
    p.check("%s.m0 << 2" % x if not members[0].startswith("bool") else x + ".m0")
    p.check("sizeof(+%s.m1) + (%s.m1 > -1)" % (x, x))
    if p.chance(0.3):
        p.code("%s_u u%s = {%s};" % (s, x, x))
        p.check("u%s.bytes[%d]" % (x, p.number(0, 1)) if " : 0" not in members[0] else "u%s.s.m0" % x)


def unions(p):
    s = p.name("U")
    p.declare("""
        union %(s)s { unsigned u; unsigned char b[4]; unsigned short h[2]; struct { unsigned char lo, mid; short hi; } s; };
        struct %(s)s_v { int tag; union { int i; long long l; struct { short a, b; }; }; __device__ int get() const { return tag ? i : (int)(l %% 1000); } };
        """ % dict(s=s))
    u = p.name("u")
    p.code("%s %s; %s.u = %s * %du;" % (s, u, u, p.input(), p.number(1, 2 ** 24)))
    p.code(p.pick("U.b[1] = T;", "U.h[1] += T;", "U.s.mid = 3; U.b[t & 3] = 200;", "U.s.hi = -1;", "").replace("U", u).replace("T", p.input()))
    for check in p.some(["U.u % 100003", "U.b[2] * 2 + U.b[1]", "U.h[1]", "U.s.hi", "U.b[t & 3]", "sizeof(S_v)", "S_v{1, {t}}.get()", "U.s.lo"], 2, 4):
        p.check(check.replace("U", u).replace("S_", s + "_"))
    p.code("%s_v v%s; v%s.tag = t & 1; v%s.l = %s; if (v%s.tag) v%s.i = 5;" % (s, u, u, u, p.input(), u, u))
    p.check("v%s.get()" % u)


def nested(p):
    """Structs in arrays in structs: copies, assignments, members by index and pointer."""
    s, n = p.name("S"), p.number(2, 3)
    p.declare("""
        struct %(s)s_p { %(t)s x, y; };
        struct %(s)s { %(s)s_p a[%(n)d]; int k; %(s)s_p* self() { return a; } };
        struct %(s)s_t { %(s)s s[2]; char c; };
        __device__ %(s)s %(s)s_changed(%(s)s s, int x) { s.a[x %% %(n)d].x += x; s.k *= 2; return s; }
        __device__ void %(s)s_change(%(s)s& s, int x) { s.a[x %% %(n)d].y -= x; s.k++; }
        """.replace("%(s)s_p* self()", "__device__ %(s)s_p* self()") % dict(s=s, n=n, t=p.pick("int", "short", "signed char", "long")))
    x = p.name("x")
    p.code("%s %s = {{{1, %s}, {3}}, %d};" % (s, x, "(short)t & 3", p.number()))
    p.code("%s_t t%s{{%s, %s}, 'c'};" % (s, x, x, x))
    for _ in range(p.number(2, 4)):
        p.code(p.pick("X = S_changed(X, T);", "S_change(X, T);", "tX.s[1] = S_changed(tX.s[0], T);", "S_change(tX.s[t & 1], T);",
                      "X.a[1] = X.a[0];", "X.self()[t % N].y = 7;", "auto* q@ = &tX.s[1].a[0]; q@[1] = {5, 6}; q@->x++;",
                      "tX.s[0].a[T % N] = S_p{8, 9};", "auto m@ = &S_p::y; X.a[0].*m@ += 4;", "S_t u@ = tX; u@.s[0].k = 50; X = u@.s[0];",
                      "if (t > 3) X = tX.s[0]; else tX.s[1] = X;").replace("X", x).replace("S_", s + "_")
               .replace("N", str(n)).replace("T", p.input()).replace("@", p.name("")))
    p.check("%s.a[0].x + %s.a[0].y * 10 + %s.a[1].x * 100 + %s.k * 1000" % (x, x, x, x))
    p.check("t%s.s[1].a[t %% %d].y + t%s.s[t & 1].k * 10 + t%s.s[0].a[1].x * 100" % (x, n, x, x))


def enums(p):
    e, k = p.name("E"), p.number(1, 60)
    base = p.pick("", " : signed char", " : unsigned char", " : unsigned short", " : long long")
    p.declare("""
        enum %(e)s%(b)s { %(e)s_a, %(e)s_b = %(k)d, %(e)s_c, %(e)s_d = %(e)s_b * 2, %(e)s_e = %(e)s_a - %(neg)d };
        enum class %(e)s_s : %(t)s { x = 3, y, z = %(k)d + 5 };
        __device__ %(e)s_s operator|(%(e)s_s a, %(e)s_s b) { return %(e)s_s((int)a | (int)b); }
        __device__ %(e)s_s& operator++(%(e)s_s& a) { a = a == %(e)s_s::x ? %(e)s_s::y : %(e)s_s::z; return a; }
        __device__ int %(e)s_which(%(e)s_s s) { using enum %(e)s_s; switch (s) { case x: return 1; case y: return 2; case z: return 5; } return 9; }
        """ % dict(e=e, b=base, k=k, neg=0 if "unsigned" in base else p.number(0, 3), t=p.pick("unsigned char", "int", "short")))
    x = p.name("x")
    p.code("E_s %s = E_s(%s); if (t & 1) ++%s; E y%s = E(%s);".replace("E_", e + "_").replace("E ", e + " ").replace("E(", e + "(")
           % (x, p.input(), x, x, p.input()))
    for check in p.some(["E_which(X)", "(int)(X | E_s::y)", "yX + 1", "E_c + E_d", "E_e", "sizeof(E) * 10 + sizeof(E_s)", "yX > E_b", "-yX",
                         "(int)E_s(300 + t)", "E_which(E_s(t))", "X == E_s::z", "yX & 3", "sizeof(+yX)"], 3, 5):
        p.check(check.replace("E_", e + "_").replace("(E)", "(%s)" % e).replace("X", x))


def library(p):
    """What the standard library says of values: pairs, tuples, arrays, optionals, traits."""
    u = p.name("u")
    p.code(p.pick(
        "std::array<int, 3> U{t, 2, T}; U[1] += U.back(); int gU = U[t % 3] + U.size();",
        "std::pair U{t, (short)T}; auto [a, b] = U; int gU = a * 10 + b + (U < std::pair{3, (short)4});",
        "std::tuple<int, char, long> U{t, 'a', T}; std::get<0>(U) += 2; int gU = std::get<0>(U) + std::get<2>(U);",
        "std::optional<int> U; if (t > 3) U = T; int gU = U.value_or(77) + U.has_value();",
        "int U = T; int old = std::exchange(U, t); std::swap(U, old); int gU = U * 100 + old;",
        "auto U = std::make_tuple(t, 1u, 'b'); int gU = std::apply([](auto... x) { return (0 + ... + (int)x); }, U);",
        "int U = T; int gU = std::min(U, 5) * 10 + std::max(t, 3);",
        "auto U = [](auto x) { if constexpr (std::is_unsigned_v<decltype(x)>) return 1; else if constexpr (std::is_same_v<decltype(x), int>) "
        "return 2; else return 3; }; int gU = U(t) * 100 + U(1u) * 10 + U('a') + T;",
        "int gU = []<int... i>(std::integer_sequence<int, i...>, int x) { return (0 + ... + (i * x)); }(std::make_integer_sequence<int, 4>(), T);",
        "auto U = (t <=> T); int gU = (U < 0) + 2 * (U == 0) + 4 * std::is_gt(U);",
        "auto U = std::forward_as_tuple(t, 3); auto& [a, b] = U; int gU = a + b; std::tie(acc, std::ignore) = std::pair{T & 15, 2};",
        "struct D { int a; auto operator<=>(const D&) const = default; }; int gU = (D{t} < D{T}) + 2 * (D{3} == D{t});",
        "int gU = std::is_convertible_v<short, long> + sizeof(std::common_type_t<char, unsigned>) + sizeof(std::underlying_type_t<std::byte>) + T;",
        "auto [q, r] = [](int a, int b) { return std::pair(a / b, a % b); }(T, 3); int gU = q * 10 + r;",
        "std::initializer_list<int> U = {t, 3, T}; int gU = 0; for (int e : U) gU = gU * 2 + e; gU += U.size();").replace("U", u)
           .replace("T", p.input()))
    p.check("g" + u)


FEATURES = [layout, bit_fields, bit_fields, unions, nested, nested, enums, library, library]

"""Features: which function is called, which template is taken, which conversion is made."""

from program import INTEGERS, named

ARITHMETIC = INTEGERS + ["float", "double", "char16_t", "wchar_t"]


def attempt(p, f):
    """A call that says -1 where it is ambiguous or impossible: so compilers agree on that too."""
    p.declare("""
        template <class... T> __device__ int try_%(f)s(T&&... x) {
          if constexpr (requires { %(f)s(static_cast<T&&>(x)...); }) return %(f)s(static_cast<T&&>(x)...);
          else return -1;
        }
        """ % dict(f=f))


def arguments(p, enums=()):
    """Expressions of all kinds of types."""
    choices = ["(%s)t" % type_ for type_ in ARITHMETIC]
    choices += ["'a'", "true", "0", "1u", "2l", "3ull", "4.0f", "5.0", "nullptr", "t", "acc", "threadIdx.x", "t > 2",
                "t + 'a'", "(short)t + (short)1", "(char)t << 1u", "-(unsigned char)1", "sizeof(int)", "&t", "+true",
                "t ? 1 : 2u", "t ? 'a' : (short)1", "true ? true : false", "(t, 2ll)", "\"ab\"", "u'x'", *enums]
    return choices


def overloads(p):
    """Promotions and conversions among overloads of one parameter."""
    f, e = p.name("f"), p.name("E")
    p.declare("enum %s%s { %s_a, %s_b = %d };" % (e, p.pick("", "", " : unsigned char", " : long long", " : short"), e, e,
                                                   p.number(2, 200)))
    p.declare("enum class %s_c%s { a = 3, b };" % (e, p.pick("", " : char", " : unsigned")))
    types = p.some(ARITHMETIC + ["const void*", "const char*", e, e + "_c", "const int&", "int&", "int&&", "int*",
                                 "const unsigned&"], 2, 5)
    if "int" in types:
        types = [t for t in types if t not in ("const int&", "int&", "int&&")]
    for i, type_ in enumerate(types):
        p.declare("__device__ int %s(%s) { return %d; }" % (f, type_, i + 1))
    if p.chance(0.3):
        p.declare("template <class T> __device__ int %s(T%s) { return 50 + sizeof(T); }" % (f, p.pick("", "*", "&", "&&")))
    attempt(p, f)
    for argument in p.some(arguments(p, [e + "_b", e + "_c::a", "(%s)t" % e]), 3, 5):
        p.check("try_%s(%s)" % (f, argument))


def two_parameters(p):
    """The best function is no worse in any parameter and better in one."""
    f = p.name("f")
    pairs = set()
    while len(pairs) < p.number(2, 4):
        pairs.add((p.random.choice(ARITHMETIC), p.random.choice(ARITHMETIC)))
    for i, (a, b) in enumerate(sorted(pairs)):
        p.declare("__device__ int %s(%s, %s%s) { return %d; }" % (f, a, b, p.pick("", "", " = 7"), i + 1))
    attempt(p, f)
    for _ in range(3):
        p.check("try_%s(%s)" % (f, ", ".join(p.some(arguments(p), 1, 2))))


def references(p):
    """Lvalues, const lvalues, rvalues."""
    f, x = p.name("f"), p.name("x")
    forms = p.some(["int&", "const int&", "int&&", "const int&&", "long", "const long&", "unsigned&&"], 2, 4)
    for i, form in enumerate(forms):
        p.declare("__device__ int %s(%s) { return %d; }" % (f, form, i + 1))
    attempt(p, f)
    p.declare("template <class T> __device__ int %s_on(T&& x) { return try_%s(static_cast<T&&>(x)) * 10 + try_%s(x); }"
              % (f, f, f))
    p.code("int %s = t; const int c%s = %d; long l%s = 4; int&& r%s = t + 1;" % (x, x, p.number(), x, x))
    for argument in p.some([x, "c" + x, "l" + x, "r" + x, x + " + 1", "(int&&)" + x, "5", "(%s)" % x, x + "++",
                            "++" + x, "(const int&&)" + x, "static_cast<const int&>(%s)" % x, "'c'"], 3, 4):
        p.check("%s(%s)" % (p.pick("try_" + f, f + "_on"), argument))


def templates(p):
    """Templates against functions, more and less special ones, specialisations."""
    f = p.name("f")
    forms = ["template <class T> __device__ int F(T) { return 10 + sizeof(T); }",
             "template <class T> __device__ int F(T*) { return 20 + sizeof(T); }",
             "template <class T> __device__ int F(const T*) { return 30 + sizeof(T); }",
             "template <class T> __device__ int F(const T&) { return 40 + sizeof(T); }",
             "template <class T> __device__ int F(T&&) { return 50 + sizeof(T); }",
             "template <class T, int n> __device__ int F(T (&)[n]) { return 60 + n; }",
             "template <class T, class U> __device__ int F(T, U) { return 70 + sizeof(T) * 2 + sizeof(U); }",
             "template <class T> __device__ int F(T, T) { return 80 + sizeof(T); }",
             "template <class T> __device__ int F(T, int) { return 90 + sizeof(T); }",
             "template <class... T> __device__ int F(T...) { return 100 + sizeof...(T); }",
             "template <class T, class... U> __device__ int F(T, U...) { return 110 + sizeof...(U); }",
             "__device__ int F(int) { return 1; }", "__device__ int F(const char*) { return 2; }",
             "__device__ int F(double, int) { return 3; }", "__device__ int F(long) { return 4; }"]
    for form in p.some(forms, 3, 5):
        p.declare(form.replace("F", f))
    attempt(p, f)
    p.code("int a%s[3] = {1, t, 2}; const short s%s = 3; double* d%s = nullptr;" % (f, f, f))
    for argument in p.some(arguments(p) + ["a" + f, "s" + f, "&s" + f, "d" + f, "t, t", "t, 'a'", "1l, 2", "1, 2, 3", "t, 1u"],
                           3, 5):
        p.check("try_%s(%s)" % (f, argument))


def specialisations(p):
    """Of class templates, full and partial, with values."""
    s, types = p.name("S"), ["int", "char", "long", "unsigned"]
    p.declare("template <class T, int n = 4> struct %s { static constexpr int v = 1; short a[n]; };" % s)
    forms = ["template <class T, int n> struct S<T*, n> { static constexpr int v = 2 + S<T, n>::v; T a; };",
             "template <class T> struct S<T, 2> { static constexpr int v = 30; T a[5]; };",
             "template <int n> struct S<int, n> { static constexpr int v = 40 + n; char a; };",
             "template <> struct S<char> { static constexpr int v = 50; short a; };",
             "template <class T, int n> struct S<const T, n> { static constexpr int v = 60 + S<T, n>::v; T a; };",
             "template <class T, int m, int n> struct S<T[m], n> { static constexpr int v = 70 + m; T a[m]; };",
             "template <class R, class A, int n> struct S<R(A), n> { static constexpr int v = 80 + sizeof(A); R a; };",
             "template <class T, int n> struct S<T&, n> : S<T, n> { static constexpr int v = 90 + S<T, n>::v; };"]
    for form in p.some(forms, 2, 5):
        p.declare(named(form, S=s))
    for _ in range(3):
        type_ = p.pick("", "const ") + p.pick(*types) + p.pick("", "", "*", "[3]", "(short)", "&", "**", "* const")
        n = p.pick("", ", 3", ", 7")
        if not type_.startswith("const") or ("(" not in type_ and "[" not in type_):
            p.check("%s<%s%s>::v + t" % (s, type_, n))
            if "(" not in type_ and "&" not in type_ and "[" not in type_:
                p.check("sizeof(%s<%s%s>)" % (s, type_, n))


def packs(p):
    """Variadic templates: recursion, folds, expansions."""
    f, op = p.name("f"), p.pick("+", "*", "-", "^", "|", "&&", "||", "<")
    fold = p.pick("(x %s ...)", "(... %s x)", "(x %s ... {0} 3)", "(2 {0} ... %s x)").replace("{0}", op) % op
    p.declare("""
        template <class... T> __device__ int %(f)s_fold(T... x) { return (int)(%(fold)s); }
        template <class... T> __device__ int %(f)s_sizes() { int s = 0; ((s = s * 3 + sizeof(T)), ...); return s; }
        __device__ int %(f)s_last() { return %(k)d; }
        template <class T, class... U> __device__ int %(f)s_last(T x, U... rest) {
          if constexpr (sizeof...(rest) == 0) return x; else return %(f)s_last(rest...) %(g)s x;
        }
        template <int... n> struct %(f)s_numbers { static constexpr int a[] = {n...}, count = sizeof...(n); };
        template <class... T> __device__ int %(f)s_array(T... x) {
          int a[] = {(x * %(k)d + 1)..., %(k)d};
          return a[0] + a[sizeof...(x) / 2] * 10 + a[sizeof...(x)] * 100;
        }
        """ % dict(f=f, fold=fold, k=p.number(1, 9), g=p.pick("+", "-", "+ 2 *")))
    args = ", ".join(p.pick(p.input(), "(short)%d" % p.number(), "'%s'" % p.pick("a", "b"), str(p.number()))
                     for _ in range(p.number(1, 4)))
    p.check("%s_fold(%s)" % (f, args) if op != "*" else "%s_fold(%d, t, (short)%d)" % (f, p.number(), p.number()))
    p.check("%s_last(%s)" % (f, args))
    p.check("%s_array(%s)" % (f, args))
    p.check("%s_sizes<%s>()" % (f, ", ".join(p.some(ARITHMETIC, 1, 4))))
    numbers = [str(p.number()) for _ in range(p.number(2, 5))]
    p.check("%s_numbers<%s>::a[t %% %d]" % (f, ", ".join(numbers), len(numbers)))


def defaults(p):
    f, k = p.name("f"), p.number()
    p.declare("""
        __device__ int %(f)s(int a, int b = %(k)d, short c = 70000 %% 1000) { return a * 100 + b * 10 + c; }
        template <class T = short, class U = T> __device__ int %(f)s_of(T a = 3, U b = {}) { return sizeof(a) * 10 + sizeof(b) + a; }
        struct %(f)s_s { int v = %(k)d; __device__ int get(int a = 4) const { return v * a; } };
        __device__ int %(f)s_struct(%(f)s_s s = {}, int b = sizeof(%(f)s_s)) { return s.get() + b; }
        """ % dict(f=f, k=k))
    for call in p.some(["%s(T)", "%s(T, 2)", "%s(1, T, 3)", "%s_of()", "%s_of<char>()", "%s_of(T)", "%s_of<long>(T)",
                        "%s_of('a', T)", "%s_struct()", "%s_struct({T})", "%s_struct({T}, 5)"], 3, 5):
        p.check((call % f).replace("T", p.input()))


def namespaces(p):
    """Argument-dependent lookup, using declarations and directives, hiding."""
    n = p.name("n")
    p.declare("""
        namespace %(n)s {
        struct A { int v; };
        __device__ int %(n)s_find(A a) { return a.v + %(i)d; }
        __device__ int %(n)s_find(long) { return %(j)d; }
        namespace inner { struct B : A { }; __device__ int %(n)s_find(const B& b) { return b.v * 2; }
                          __device__ int only(int) { return 8; } }
        inline namespace v2 { __device__ int versioned(int x) { return x + 40; } }
        template <class T> struct W { T x; friend __device__ int hidden(W w) { return w.x + 7; } };
        }
        __device__ int %(n)s_find(int x) { return x + 500; }
        """ % dict(n=n, i=p.number(), j=p.number(10, 20)))
    use = p.pick("", "using %s::%s_find;" % (n, n), "using namespace %s;" % n, "using namespace %s::inner;" % n,
                 "using %s::inner::%s_find;" % (n, n))
    p.declare("""
        template <class I> __device__ int %(n)s_call(I x, int which) {
          %(use)s
          if constexpr (requires { %(n)s_find(x); }) { if (which == 0) return %(n)s_find(x); }
          if constexpr (requires { %(n)s_find(x + 0l); }) { if (which == 1) return %(n)s_find(x + 0l); }
          if (which == 2) return %(n)s_find(%(n)s::A{x});
          if (which == 3) return %(n)s_find(%(n)s::inner::B{{x}});
          if (which == 4) return hidden(%(n)s::W<short>{(short)x});
          return %(n)s::versioned(x) + %(n)s::v2::versioned(x);
        }
        """ % dict(n=n, use=use))
    for which in p.some(range(6), 2, 4):
        p.check("%s_call(%s, %d)" % (n, p.input(), which))


def conversions(p):
    """Conversion operators and converting constructors."""
    s, k = p.name("S"), p.number(1, 9)
    explicit = p.pick("", "explicit ")
    p.declare("""
        struct %(s)s {
          int v;
          __device__ operator int() const { return v + %(k)d; }
          __device__ explicit operator bool() const { return v > %(k)d; }
          %(more)s
        };
        struct %(s)s_from {
          int v;
          __device__ %(explicit)s%(s)s_from(int x) : v(x * 2) {}
          __device__ %(s)s_from(%(s)s x) : v(x.v + 1000) {}
          __device__ %(s)s_from(char, int y = 5) : v(y) {}
        };
        __device__ int %(s)s_take(%(s)s_from x) { return x.v; }
        __device__ int %(s)s_over(long x) { return x * 3; }
        __device__ int %(s)s_over(%(s)s_from x) { return x.v * 5; }
        """ % dict(s=s, k=k, explicit=explicit, more=p.pick(
            "", "__device__ operator unsigned char() const { return v * 90; }",
            "template <class T> __device__ operator T*() const { return nullptr; }",
            "__device__ operator int() { return v + 77; }")))
    attempt(p, s + "_take")
    attempt(p, s + "_over")
    x = p.name("x")
    p.code("%s%s %s{%s};" % (p.pick("", "const "), s, x, p.input()))
    for value in p.some(["X ? 1 : 2", "!X", "X && t", "try_S_take(X)", "try_S_take(t)", "try_S_take('a')", "try_S_over(X)",
                         "try_S_over(3)", "try_S_over('b')", "static_cast<bool>(X)", "S_from('c', t).v", "S_from(X).v",
                         "S_from{t}.v", "(int)X * 2"], 3, 5):
        p.check(value.replace("S_", s + "_").replace("X", x))
    if p.chance(0.5):
        p.code("switch (int i = %s; i) { case 5: acc = 3; break; case 8: acc = 1; }" % x)
        p.check("acc")


FEATURES = [overloads, overloads, overloads, two_parameters, references, templates, templates, specialisations, packs,
            defaults, namespaces, conversions]

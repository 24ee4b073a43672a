"""Features: lambdas, constant evaluation, concepts, deduction, structured bindings."""
from program import named


def lambdas(p):
    """Captures of all kinds; a mutable lambda keeps its copies."""
    x, f, k = p.name("x"), p.name("f"), p.number(1, 9)
    p.code("int x = I, y = J;".replace("x", x).replace("y", "y" + x).replace("I", p.input()).replace("J", p.input()))
    p.code(p.pick(
        "auto F = [=](int a) { return X * a + yX; };", "auto F = [&](int a) { X += a; return X - yX; };",
        "auto F = [X, &yX](int a) { yX += X; return a + yX; };", "auto F = [X](int a) mutable { X += a; return X; };",
        "auto F = [n = X * K, &r = yX](int a) mutable { r++; return n++ + a; };",
        "auto F = [&, X](auto a) { yX -= a; return X + yX + (int)sizeof(a); };",
        "auto F = [=](auto a, auto... b) { return X + (a + ... + b); };",
        "auto F = [X](int a) { return [=, b = a + K](int c) { return X + b * c; }(a + 2); };",
        "auto F = [&X](int a) { return [&] { X *= 2; return X + a; }(); };",
        "auto F = [v = X]<class T>(T a) -> long { if constexpr (sizeof(T) == 4) return v + a; else return v * a; };",
        "auto F = [](int a) { return a * K; };", "int (*F)(int) = [](int a) { return a * K - 1; };",
        "auto F = +[](int a) { return a + K; };", "auto F = [X = (short)X](int a) { return X + a + (int)sizeof(X); };")
           .replace("F", f).replace("X", x).replace("K", str(k)))
    p.check("%s(%s)" % (f, p.input()))
    if p.chance(0.5):
        p.code("auto c%s = %s; acc = c%s(%d) & 31;" % (f, f, f, k))
        p.check("acc * 10 + %s(2)" % f)
    p.check("%s * 100 + y%s" % (x, x))


def passed_on(p):
    """Functions and lambdas as arguments, results and members."""
    f, k = p.name("f"), p.number(1, 9)
    p.declare("""
        template <class F> __device__ int %(f)s_twice(F&& f, int x) { return f(f(x)); }
        template <class F, class G> __device__ auto %(f)s_after(F f, G g) { return [=](auto... x) { return f(g(x...)); }; }
        __device__ auto %(f)s_adder(int n) { return [n](int x) { return x + n; }; }
        template <class F> struct %(f)s_holder { F f; __device__ int operator()(int x) const { return f(x) + 1; } };
        template <class F> %(f)s_holder(F) -> %(f)s_holder<F>;
        __device__ int %(f)s_plain(int x) { return x * 3 + %(k)d; }
        __device__ int %(f)s_plain(long x) { return x * 7; }
        template <auto fun> __device__ int %(f)s_constant(int x) { return fun(x) + %(k)d; }
        struct %(f)s_s { int v; __device__ int get(int x) const { return v + x; } };
        """ % dict(f=f, k=k))
    for check in p.some([
            "F_twice([](int x) { return x * 2 + 1; }, T)", "F_after([](int x) { return x + 1; }, [=](int x, int y) { return x * y + t; })(T, 3)",
            "F_adder(T)(K)", "F_twice(F_adder(t), K)", "F_holder{F_adder(t)}(K)", "F_twice([=](int x) { return x + t; }, T)",
            "F_constant<[](int x) { return x * 5; }>(T)", "F_after(F_adder(1), F_adder(t))(T)",
            "F_twice((int (*)(int))F_plain, T)", "(F_s{t}.*(&F_s::get))(T)", "F_s{T}.*(&F_s::v)",
            "F_twice(static_cast<int (&)(int)>(F_plain), t)"], 2, 4):
        p.check(check.replace("F_", f + "_").replace("T", p.input()).replace("K", str(k)))


def constants(p):
    """constexpr and consteval functions, tables made by them, if constexpr, static_assert."""
    c, n, k = p.name("c"), p.number(3, 9), p.number(1, 9)
    p.declare("""
        %(ce)s int %(c)s_f(int x) { int s = %(k)d; for (int i = 0; i < x; ++i) { s = s * 3 + i; if (s > 1000) s -= 999; } return s; }
        consteval int %(c)s_now(int x) { return x < 2 ? x : %(c)s_now(x - 1) + %(c)s_now(x - 2); }
        template <int n> struct %(c)s_table {
          int a[n] = {};
          constexpr %(c)s_table() { for (int i = 0; i < n; ++i) a[i] = %(c)s_f(i) + i * i; }
          constexpr int sum() const { int s = 0; for (int e : a) s += e; return s; }
        };
        constexpr %(c)s_table<%(n)d> %(c)s_values;
        __constant__ const int %(c)s_numbers[] = {%(now)s, %(c)s_values.sum()};
        static_assert(%(c)s_values.a[0] == %(c)s_f(0));
        template <int n> __device__ constexpr int %(c)s_power = n * %(c)s_power<n - 1>;
        template <> __device__ constexpr int %(c)s_power<0> = 1;
        template <int n> constexpr int %(c)s_if() {
          if constexpr (n %% 2) return n * 3; else if constexpr (n > 4) return n / 2; else return sizeof(int[n + 1]);
        }
        constexpr int %(c)s_where(int x) { if (__builtin_is_constant_evaluated()) return x; else return x + 100; }
        """ % dict(c=c, n=n, k=k, ce=p.pick("constexpr", "__device__ constexpr"),
                   now=", ".join("%s_now(%d)" % (c, p.number(1, 9)) for _ in range(n - 1))))
    for check in p.some(["C_f(T & 7)", "C_now(9) + t", "C_numbers[(T) % N]", "C_values.a[(T) % N]", "C_values.sum()",
                         "C_power<4> + t", "C_if<6>() + C_if<5>() + C_if<2>()", "C_where(t)", "C_where(3)",
                         "[] { constexpr int v = C_where(5); return v; }()", "C_table<4>().a[t & 3]"], 3, 5):
        p.check(check.replace("C_", c + "_").replace("T", p.input()).replace("N", str(n)))


def concepts(p):
    """Overloads by constraints, the more constrained first."""
    f = p.name("f")
    forms = ["template <class T> __device__ int F(T) { return 1; }",
             "template <class T> requires small<T> __device__ int F(T) { return 2; }",
             "template <tiny T> __device__ int F(T) { return 3; }", "__device__ int F(has_size auto x) { return 4 + x.size(); }",
             "template <class T> __device__ int F(T x) requires (has_size<T> && sizeof(T) == 4) { return 20 + x.size(); }",
             "template <class T> requires (!small<T>) && requires(T x) { x + 1; } __device__ int F(T) { return 5; }",
             "__device__ int F(long) { return 6; }", "template <class T> requires std_same<T, int> __device__ int F(T) { return 7; }"]
    text = "\n".join([
        "template <class T> concept small = sizeof(T) <= %d;" % p.pick(2, 4, 8), "template <class T> concept tiny = small<T> && sizeof(T) == 1;",
        "template <class T> concept has_size = requires(const T& x) { x.size(); { x.size() + 1 } -> convertible; };",
        *p.some(forms, 2, 5)])
    head = """
        template <class T> concept convertible = requires(T x) { static_cast<int>(x); };
        template <class T, class U> inline constexpr bool is_same = false;
        template <class T> inline constexpr bool is_same<T, T> = true;
        template <class T, class U> concept std_same = is_same<T, U>;
        struct sized { int v; __device__ int size() const { return v; } };
        struct sized_too { short v; __device__ short size() const { return v; } };
        """
    p.declare("namespace %s_n {" % f)
    p.declare(head)
    p.declare(text.replace("F(", f + "("))
    p.declare("}\nusing %s_n::%s;" % (f, f))
    p.declare("""
        template <class T> __device__ int try_%(f)s(T x) {
          if constexpr (requires { %(f)s_n::%(f)s(x); }) return %(f)s_n::%(f)s(x); else return -1;
        }
        """ % dict(f=f))
    for argument in p.some(["t", "'a'", "(short)t", "1ll", "N::sized{t}", "N::sized_too{(short)t}", "true", "2.0", "&t"], 3, 5):
        p.check("try_%s(%s)" % (f, argument.replace("N", f + "_n")))


def deduction(p):
    """Class template arguments from constructors, guides and aggregates; auto and decltype."""
    s, k = p.name("S"), p.number(1, 9)
    p.declare("""
        template <class T, int n = %(k)d> struct %(s)s {
          T v; int m = n;
          __device__ constexpr %(s)s(T x) : v(x) {}
          __device__ constexpr %(s)s(T* x, int) : v(*x) {}
          __device__ int get() const { return v * 10 + m + sizeof(T); }
        };
        template <class T, int n> %(s)s(const T (&)[n]) -> %(s)s<T*, n>;
        %(s)s(char) -> %(s)s<long>;
        template <class A, class B = int> struct %(s)s_pair { A a; B b; };
        template <class A, class B> %(s)s_pair(A, B) -> %(s)s_pair<A, B>;
        template <class T> struct %(s)s_more : T { using T::T; int extra = 3; };
        template <auto v> struct %(s)s_auto { static constexpr int size = sizeof(v); static constexpr auto value = v; };
        """ % dict(s=s, k=k))
    y = p.name("y")
    p.code("%s %s%s = %s;" % (p.pick("auto", "const auto", "decltype(auto)"), y, "", p.pick("(short)t", "t + 1u", "t + 1ll", "t > 2", "'a'")))
    for check in p.some(["S(t).get()", "S{(short)t}.get()", "S('a').get()", "S(S(t)).get()", "sizeof(S(3ll))", "S_pair{t, 'a'}.a",
                         "sizeof(S_pair{t, 'a'}) + sizeof(S_pair{(char)1, 1ll})", "S_auto<3>::size + S_auto<'a'>::value",
                         "S_auto<4ull>::size", "sizeof(decltype(y + 'a')) * 10 + sizeof(y)", "y * 2", "S(&t, 0).get()",
                         "sizeof(S_auto<nullptr>::value)", "[] { auto [a, b] = S_pair{(short)3, 4u}; return a + b + sizeof(a); }()"], 3, 5):
        p.check(named(check, S=s, y=y))


def bindings(p):
    """Of structs with bases and bit-fields, arrays, by value and reference."""
    s, k = p.name("S"), p.number(1, 9)
    p.declare("""
        struct %(s)s { int a; short b; unsigned c : 5; };
        struct %(s)s_d : %(s)s { };
        struct %(s)s_n { %(s)s s; int a[2]; };
        __device__ %(s)s %(s)s_make(int x) { return {x + %(k)d, (short)(x * 2), (unsigned)x & 31}; }
        """ % dict(s=s, k=k))
    u = p.name("u")
    p.code("%s %s = %s_make(%s);" % (s, u, s, p.input()))
    p.code(p.pick("auto [a, b, c] = U; a += 5; b -= c; c += 30;", "auto& [a, b, c] = U; a += 5; b += K; c += 30;",
                  "const auto& [a, b, c] = U; U.a += K;", "auto&& [a, b, c] = S_make(t); a -= K; c = c * 7;",
                  "S_n n{U, {1, t}}; auto& [s, arr] = n; auto [a, b] = arr; auto& [x, y, c] = s; x++; c = a + b; U = n.s;",
                  "auto [a, b, c] = S_d{U}; a = b;").replace("U", u).replace("S_", s + "_").replace("K", str(k))
           + "\nint g%s = a * 100 + b * 10 + c;" % u)
    p.check("g" + u)
    p.check("%s.a * 100 + %s.b * 10 + %s.c" % (u, u, u))


def ranges(p):
    """for over a class's begin and end, and over an initialiser."""
    s, k = p.name("S"), p.number(1, 4)
    p.declare("""
        struct %(s)s {
          struct at {
            int i;
            __device__ int operator*() const { return i * i; }
            __device__ at& operator++() { i += %(k)d; return *this; }
            __device__ bool operator!=(at o) const { return i < o.i; }
          };
          int n;
          __device__ at begin() const { return {0}; }
          __device__ at end() const { return {n}; }
        };
        namespace %(s)s_n { struct V { int a[3]; }; __device__ int* begin(V& v) { return v.a; } __device__ int* end(V& v) { return v.a + 3; } }
        """ % dict(s=s, k=k))
    u = p.name("u")
    p.code("int U = 0;\n".replace("U", u) + p.pick(
        "for (int e : S{%s & 15}) U += e;", "for (auto e : {t, %s, 3}) U = U * 3 + e;", "for (S s{%s & 7}; auto e : s) { if (e > 20) break; U += e + 1; }",
        "S_n::V v{{t, %s, 2}}; for (int& e : v) { e += 2; U = U * 2 + e; } U += v.a[0];",
        "for (int a[] = {1, 2, %s}; int& e : a) { if (e == 2) continue; U += e; }").replace("S{", s + "{").replace(
            "S s", s + " s").replace("S_n", s + "_n").replace("U", u) % p.input())
    p.check(u)


FEATURES = [lambdas, lambdas, lambdas, passed_on, constants, concepts, deduction, bindings, ranges]

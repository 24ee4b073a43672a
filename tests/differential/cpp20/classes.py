"""Features: inheritance, virtual calls, construction and destruction, operators."""
from program import named


def virtuals(p):
    """A tree of classes; calls through bases, with and without overriding."""
    s, k = p.name("S"), p.number(1, 9)
    virtual = p.pick("", "virtual ")
    p.declare("""
        struct %(s)s_a {
          int x = %(k)d;
          __device__ virtual int f(int n) const { return x + n; }
          __device__ virtual int g() { return f(2) * 10; }
          __device__ int plain() const { return x; }
          %(dtor)s
        };
        struct %(s)s_b : %(virtual)s%(s)s_a {
          int y = 3;
          __device__ int f(int n) const override { return y * n + %(s)s_a::f(1); }
          %(more)s
          __device__ int plain() const { return y; }
        };
        struct %(s)s_other { long z = 4; __device__ virtual int h() const { return z; } };
        struct %(s)s_c %(final)s : %(s)s_other, %(s)s_b {
          short w = 5;
          __device__ int f(int n) const override { return w * 100 + n; }
          __device__ int h() const override { return w + z + x; }
        };
        __device__ int %(s)s_call(%(const)s%(s)s_a& a, int n) { return a.f(n); }
        __device__ int %(s)s_call(%(s)s_other* o) { return o->h(); }
        """ % dict(s=s, k=k, virtual=virtual, const=p.pick("", "const "), final=p.pick("", "final"),
                   dtor=p.pick("", "__device__ virtual ~%s_a() {}" % s),
                   more=p.pick("", "__device__ int g() override { return y + 1; }", "__device__ int g(int = 0) { return y + 1; }")))
    a, b, c = (p.name(n) for n in "abc")
    p.code("S_a %s; S_b %s; S_c %s;".replace("S_", s + "_") % (a, b, c))
    p.code("%s.x = %s; %s.y = %s; %s.w = %s; %s.z = t; %s.x = %s;" % (a, p.input(), b, p.input(), c, p.input(), c, c, p.input()))
    for check in p.some(["S_call(A, T)", "S_call(B, T)", "S_call(C, T)", "S_call(&C)", "static_cast<S_a&>(B).g()", "((S_b*)&C)->g()",
                         "((S_a&)C).plain() * 10 + C.plain()", "C.S_b::f(T)", "C.S_a::f(T)", "((S_other&)C).h()",
                         "S_a(C).f(T)", "(t > 3 ? (S_a&)B : (S_a&)A).plain()", "C.h() + C.f(1)", "[](S_a* q) { return q->f(3); }(&B)",
                         "S_c().f(T)", "static_cast<S_b&&>(C).plain()"], 3, 5):
        p.check(check.replace("S_", s + "_").replace("A", a).replace("B", b).replace("C", c).replace("T", p.input()))


def crossed(p):
    """A call through a base of an object that is chosen at run time."""
    s = p.name("S")
    p.declare("""
        struct %(s)s_base { int v; __device__ %(s)s_base(int x) : v(x) {} __device__ virtual int f() const = 0; };
        struct %(s)s_one : %(s)s_base { using %(s)s_base::%(s)s_base; __device__ int f() const override { return v + 100; } };
        struct %(s)s_two : %(s)s_base { int w = 7; using %(s)s_base::%(s)s_base; __device__ int f() const override { return v * w; } };
        __device__ int %(s)s_sum(const %(s)s_base* const* a, int n) { int s = 0; for (int i = 0; i < n; ++i) s = s * 2 + a[i]->f(); return s; }
        """ % dict(s=s))
    u = p.name("u")
    p.code("S_one o{%s}; S_two w{%s};\nconst S_base* U = %s;\nconst S_base* aU[] = {&w, &o, %s};".replace("S_", s + "_")
           .replace("U", u) % (p.input(), p.input(), p.pick("&o", "&w", "t > 3 ? (const %s_base*)&o : &w" % s, "&o"), p.pick("&w", u)))
    for check in p.some(["U->f()", "S_sum(aU, 3)", "aU[1]->f()", "S_sum(aU, t & 3)", "aU[0]->v", "U->v"], 2, 3):
        p.check(check.replace("S_", s + "_").replace("U", u))


def bases(p):
    """Several bases, virtual ones, empty ones: where the members lie, who hides whom."""
    s, v1, v2 = p.name("S"), p.pick("", "virtual "), p.pick("", "virtual ")
    types = [p.pick("char", "short", "int", "long", "unsigned char") for _ in range(4)]
    p.declare("""
        struct %(s)s_e { __device__ int empty() const { return 9; } };
        struct %(s)s_r { %(t0)s r = 1; };
        struct %(s)s_p : %(v1)s%(s)s_r { %(t1)s p = 2; __device__ int name() const { return p; } };
        struct %(s)s_q : %(v2)s%(s)s_e%(vr)s { %(t2)s q = 3; __device__ int name(int x) const { return q + x; } };
        struct %(s)s_z : %(order)s { %(t3)s z = 4; using %(s)s_p::name; using %(s)s_q::name; };
        """ % dict(s=s, v1=v1, v2=v2, t0=types[0], t1=types[1], t2=types[2], t3=types[3],
                   vr=p.pick("", ", virtual %s_r" % s if v1 else ""),
                   order=p.pick("S_p, S_q", "S_q, S_p", "S_p, virtual S_q").replace("S_", s + "_")))
    z = p.name("z")
    p.code("%s_z %s; %s.r = %s; %s.p = t; %s.q = %s; %s.z = 6;" % (s, z, z, p.input(), z, z, p.input(), z))
    p.code("%s_p& p%s = %s; %s_q* q%s = &%s; p%s.p += 2; q%s->q++;" % (s, z, z, s, z, z, z, z))
    for check in p.some(["sizeof(S_z)", "sizeof(S_p) * 100 + sizeof(S_q)", "Z.r * 1000 + Z.p * 100 + Z.q * 10 + Z.z", "Z.name() + Z.name(3)",
                         "pZ.r + pZ.name()", "qZ->empty() + qZ->q", "(char*)&pZ - (char*)&Z", "(char*)qZ - (char*)&Z",
                         "(char*)&Z.z - (char*)&Z", "static_cast<S_z&>(static_cast<S_r&>(Z)).p" if not v1 and False else "Z.p",
                         "(&pZ == &Z) + 2 * (qZ == &Z)", "S_p(Z).p", "S_z(Z).r + 1"], 3, 5):
        p.check(check.replace("S_", s + "_").replace("Z", z))


def lifetimes(p):
    """The order of constructors and destructors: each appends its number to a log."""
    s, k = p.name("S"), p.number(1, 4)
    p.declare("""
        struct %(s)s {
          unsigned& log; int n;
          __device__ %(s)s(unsigned& l, int i) : log(l), n(i) { log = log * 7 + n; }
          __device__ %(s)s(const %(s)s& o) : log(o.log), n(o.n + 1) { log = log * 7 + 5; }
          __device__ ~%(s)s() { log = log * 7 + n + 1; }
          __device__ operator int() const { return n; }
        };
        struct %(s)s_b { %(s)s a, b; __device__ %(s)s_b(unsigned& l) : %(init)s { l += 3; } __device__ ~%(s)s_b() { a.log ^= 21; } };
        struct %(s)s_d : %(s)s { %(s)s c; __device__ %(s)s_d(unsigned& l) : %(s)s(l, 1), c(l, %(k)d) {} };
        __device__ %(s)s %(s)s_make(unsigned& l, int n) { return %(s)s(l, n); }
        __device__ int %(s)s_early(unsigned& l, int n) { %(s)s a(l, 1); if (n > %(k)d) return a.n + n; %(s)s b(l, 2); return b.n; }
        """ % dict(s=s, k=k, init=p.pick("a(l, 1), b(l, 2)", "a(l, 3), b(a)")))
    log = p.name("log")
    p.code("unsigned %s = 1;" % log)
    for _ in range(p.number(1, 2)):
        p.code("{\n%s\n}" % p.pick(
            "S a(L, 1); S b(L, 2); L += 1;", "S a[2] = {S(L, 1), S(L, 2)}; L ^= 9;", "S_b b(L);", "S_d d(L); S& r = d; L += r.n;",
            "const S& r = S_make(L, 3); L += r.n;", "S_make(L, 2), L += 1;", "L += S_early(L, I);".replace("L +=", "int e = ", 1) + " L += e;",
            "for (int i = 0; i < (t & 3); ++i) { S a(L, i); if (i == 1) continue; L += 4; }",
            "for (int i = 0; i < 4; ++i) { S a(L, i); if (i == (I & 3)) break; L += 4; }",
            "if (S a(L, 1); a + t > 3) { S b(L, 2); } else L += 6;", "{ S a(L, 4); goto out@; } out@: L += 2;",
            "auto f = [c = S(L, 1)](int x) { return c.n + x; }; int e = f(t); L += e;", "S a(L, 2); S b = a; S c(b);",
            "switch (S a(L, 2); t & 1) { case 0: { S b(L, 3); break; } default: L += 11; }",
            "int e = S(L, 1) + (t > 2 ? S(L, 2) : S(L, 3)); L += e;", "bool e = t > 3 && S(L, 2) > 1; L += e;",
            "alignas(S) unsigned char raw[sizeof(S)]; S* q = new (raw) S(L, 3); L += q->n; q->~S();",
            "union U { S s; int i; __device__ U() : i(4) {} __device__ ~U() {} }; U u; L += u.i;")
               .replace("S_", s + "_").replace("S(", s + "(").replace("S ", s + " ").replace("S&", s + "&").replace("S*", s + "*")
               .replace("S)", s + ")").replace("I", p.input()).replace("L", log).replace("@", p.name("")))
    p.check(log + " % 100003")


def operators(p):
    """Members and free functions, with the spaceship and rewritten comparisons."""
    s, k = p.name("V"), p.number(1, 9)
    compare = p.pick("auto operator<=>(const V&) const = default;",
                     "__device__ bool operator==(const V& o) const { return x == o.x; }\n"
                     "  __device__ auto operator<=>(const V& o) const { return y <=> o.y; }",
                     "__device__ bool operator==(int n) const { return x == n; } __device__ bool operator<(V o) const { return x < o.x; }"
                     " bool operator==(const V&) const = default; __device__ bool operator>(V o) const { return o < *this; }")
    p.declare("""
        struct V {
          int x, y;
          COMPARE
          __device__ V operator+(V o) const { return {x + o.x, y + o.y}; }
          __device__ V& operator+=(int n) { x += n; return *this; }
          __device__ V operator++(int) { V old = *this; ++*this; return old; }
          __device__ V& operator++() { x += K; return *this; }
          __device__ int operator[](int i) const { return i ? y : x; }
          __device__ int& operator[](int i) { return i ? y : x; }
          __device__ int operator()(int a, int b = 2) const { return x * a + y * b; }
          __device__ V* operator->() { y += 1; return this; }
          __device__ int operator*() const { return x * 10 + y; }
          __device__ V operator-() const { return {-x, -y}; }
          __device__ bool operator!() const { return x > y; }
          __device__ int operator,(V o) const { return x * 7 + o.y; }
          __device__ friend V operator*(int n, V v) { return {v.x * n, v.y * n}; }
          __device__ friend V& operator<<(V& v, int n) { v.x = v.x * 3 + n; return v; }
          __device__ static int count(V v) { return v.x & v.y; }
        };
        __device__ V operator""_V(unsigned long long n) { return {(int)n, 1}; }
        __device__ V operator|(V a, V b) { return {a.x | b.x, a.y | b.y}; }
        """.replace("COMPARE", compare).replace("V", s).replace("K", str(k)))
    a, b = p.name("a"), p.name("b")
    p.code(named("V A{T, K}, B{N, T};", V=s, A=a, B=b, T=p.input(), K=str(k), N=str(p.number())))
    for check in p.some(["*(A + B)", "(A += 3).x", "*A++ * 1000 + *A", "*++A", "A[0] * 10 + A[t & 1]", "A(T) + A(1, T)", "A->y * 10 + A.y",
                         "*-A", "!A + 2 * !B", "(A, B)", "*(2 * A)", "(A << 1 << T).x", "V::count(A) + A.count(B)", "*(12_V + A)",
                         "*(A | B)", "(A == B) * 4 + (A != B)", "(A < B) + 2 * (A > B)", "A == A", "(A[1] = T) + B[1]",
                         "*(A = B) + 1", "A.operator+(B).x"], 4, 6):
        p.check(named(check, A=a, B=b, T=p.input(), V=s).replace("12_V", "12_" + s))


def statics(p):
    s, k = p.name("S"), p.number(1, 9)
    p.declare("""
        struct %(s)s {
          static constexpr int n = %(k)d, a[3] = {1, n, n * n};
          enum { e = n + 1, f = e << 2 };
          using T = %(type)s;
          struct Inner { T v; static constexpr int m = n * 2; __device__ static int twice(int x) { return x * 2 + m; } };
          template <class U> __device__ static U of(U u) { return u + n; }
          T v = a[1];
        };
        template <class D> struct %(s)s_crtp { int i = 2; __device__ int call(int x) { return static_cast<D*>(this)->own(x) + i; } };
        struct %(s)s_own : %(s)s_crtp<%(s)s_own> { int j = %(k)d; __device__ int own(int x) { return j * x; } };
        """ % dict(s=s, k=k, type=p.pick("char", "short", "int", "long long")))
    for check in p.some(["S::a[(T) % 3]", "S::n + S::e + S::f", "S::Inner::twice(T)", "S::of((short)t)", "S().v + sizeof(S::T)",
                         "S::Inner{4}.v + S::Inner::m", "sizeof(S) * 10 + sizeof(S::Inner)", "S_own().call(T)"], 2, 4):
        p.check(check.replace("S::", s + "::").replace("S()", s + "()").replace("(S)", "(%s)" % s).replace("S_", s + "_")
                .replace("(T)", "(%s)" % p.input()))


FEATURES = [virtuals, virtuals, crossed, bases, bases, lifetimes, lifetimes, lifetimes, operators, operators, statics]

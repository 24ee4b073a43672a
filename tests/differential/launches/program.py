"""Random host programs that change numbers under many names, and launch a kernel with one of them.

A program is a namespace with run(int* a, int argc). What `ext_..` functions do only the host compiler
sees; they change what they get, and what they were given before.
"""
import random
import re

# Before all programs. The bodies are not shown to Heddle.
SHOWN = """
struct Box { int x, y; };
void ext_ref(int& x);
void ext_ptr(int* x);
void ext_box(Box& b);
void ext_array(int (&v)[2]);
void ext_keep(int* x);
void ext_touch();
"""
HIDDEN = """
static int* ext_kept = nullptr;
enum { cudaMemcpyHostToHost };
static void cudaMemcpy(void* to, const void* from, std::size_t bytes, int) { std::memcpy(to, from, bytes); }
void ext_ref(int& x) { x = 3 * (x & 15) + 1; }
void ext_ptr(int* x) { *x = 2 * (*x & 15) + 5; }
void ext_box(Box& b) { b.x = b.y + 11; b.y = 13; }
void ext_array(int (&v)[2]) { v[0] = v[1] + 9; v[1] = 17; }
void ext_keep(int* x) { ext_kept = x; }
void ext_touch() { if (ext_kept) *ext_kept = (*ext_kept & 15) + 21; ext_kept = nullptr; }
"""
IN_LAMBDA = "@LAUNCH@"
# Each header with the names that a program uses of it.
HEADERS = {"<algorithm>": r"std::(for_each|fill_n|copy)\b", "<array>": r"std::array\b", "<cstdarg>": r"\bva_",
           "<cstring>": r"std::mem(cpy|set)\b", "<functional>": r"std::(function|invoke|bind|placeholders|reference_wrapper|c?ref)\b",
           "<memory>": r"std::(make_unique|make_shared|unique_ptr|shared_ptr)\b", "<new>": r"\bnew \(",
           "<optional>": r"std::(optional|nullopt)\b", "<tuple>": r"std::(tie|tuple|make_tuple|get|ignore)\b",
           "<utility>": r"std::(pair|swap|move|forward|exchange|make_pair)\b", "<vector>": r"std::vector\b"}
INCLUDES = list(HEADERS)


def includes(text):
    """The headers of what the text uses; all where it uses a name that none of them lists."""
    named = set(re.findall(r"std::[a-z_]\w*", text)) - {"std::size_t"}
    known = all(any(re.match(uses, name) for uses in HEADERS.values()) for name in named)
    found = [header for header, uses in HEADERS.items() if not known or re.search(uses, text)]
    return sorted({*found, "<cstring>"}) if found else []  # SHOWN copies memory


class Program:
    def __init__(self, seed):
        self.random = random.Random(seed)
        self.seed, self.count = seed, 0
        self.top, self.members, self.body = [], [], []
        self.ints = []  # lvalues of ints, under all their names
        self.in_method = self.chance(0.35)

    def chance(self, p):
        return self.random.random() < p

    def pick(self, *items):
        return self.random.choice(items)

    def number(self):
        return self.random.randint(0, 40)

    def name(self, prefix):
        self.count += 1
        return "%s%d" % (prefix, self.count)

    def int_(self):
        return self.random.choice(self.ints)

    def code(self, text):
        self.body += text.split("\n")

    def declare(self, text):
        self.top += text.split("\n")


# ---- where numbers are -----------------------------------------------------------------------------

def local(p):
    v = p.name("v")
    p.code("int %s = %d;" % (v, p.number()))
    p.ints.append(v)


def file_number(p):
    g = p.name("g")
    p.declare(p.pick("int %s = %d;", "static int %s = %d;") % (g, p.number()))
    if p.chance(0.5):
        p.code("%s = %d;" % (g, p.number()))
    p.ints.append(g)


def member(p):
    if not p.in_method:
        return local(p)
    m = p.name("m")
    p.members.append("int %s = %d;" % (m, p.number()))
    p.ints.append(p.pick(m, "this->" + m))
    if p.chance(0.5):
        p.code("%s = %d;" % (m, p.number()))


def box(p):
    b = p.name("b")
    p.code("Box %s{%d, %d};" % (b, p.number(), p.number()))
    p.ints += [b + ".x", b + ".y"]
    if p.chance(0.4):
        p.code(p.pick("ext_box(%s);", "auto& r%s = %s; r%s.x = 5;" .replace("%s", b), "std::swap(%s.x, %s.y);".replace("%s", b),
                      "Box c%s = %s; c%s.x = 30; %s = c%s;".replace("%s", b), "auto& [f%s, s%s] = %s; f%s = 31;".replace("%s", b)).replace("%s", b))


def array(p):
    a = p.name("a")
    p.code("int %s[2] = {%d, %d};" % (a, p.number(), p.number()))
    p.ints += [a + "[0]", a + "[1]"]
    if p.chance(0.4):
        p.code(p.pick("ext_array(A);", "for (int& e : A) e += 2;", "int* qA = A; qA[1] = 22;", "std::swap(A[0], A[1]);",
                      "for (int i = 0; i < 2; ++i) A[i] = i + 8;", "int (&rA)[2] = A; rA[1] = 19;").replace("A", a))


PLACES = [local, local, file_number, member, member, box, array]


# ---- other names for them ---------------------------------------------------------------------------

def pointer(p):
    q, v = p.name("q"), p.int_()
    p.code(p.pick("int* %s = &%s;", "auto %s = &%s;", "int* const %s = &%s;") % (q, v))
    p.ints.append(p.pick("*%s", "%s[0]") % q)


def pointer_to_pointer(p):
    q, v, w = p.name("q"), p.int_(), p.int_()
    p.code("int* %s = &%s; int** h%s = &%s; *h%s = &%s;" % (q, v, q, q, q, w))
    p.ints.append(p.pick("*%s" % q, "**h%s" % q))


def reference(p):
    r, v = p.name("r"), p.int_()
    p.code(p.pick("int& %s = %s;", "auto& %s = %s;", "auto&& %s = %s;", "decltype(auto) %s = (%s);") % (r, v))
    p.ints.append(r)


def holder(p):
    """A class that keeps an address or a reference."""
    c, h, v = p.name("C"), p.name("h"), p.int_()
    form = p.random.randrange(6)
    if form == 0:
        p.declare("struct %s { int& r; };" % c)
        p.code("%s %s{%s};" % (c, h, v))
        p.ints.append(h + ".r")
    elif form == 1:
        p.declare("struct %s { int* p; explicit %s(int& x) : p(&x) {} void set(int x) { *p = x; } int& get() { return *p; } };" % (c, c))
        p.code("%s %s(%s);" % (c, h, v))
        p.ints.append(h + ".get()")
        p.code("%s.set(%d);" % (h, p.number()))
    elif form == 2:
        p.declare("struct %s { int* p = nullptr; void keep(int* const& x) { p = x; } void add(int*&& x) { p = x; } };" % c)
        p.code("%s %s; %s.%s(&%s);" % (c, h, h, p.pick("keep", "add"), v))
        p.ints.append("*%s.p" % h)
    elif form == 3:
        p.declare("struct %s { int& r; explicit %s(int& x) : r(x) {} ~%s() { r = %d; } };" % (c, c, c, p.number()))
        p.code("{ %s %s(%s); }" % (c, h, v))
    elif form == 4:
        p.declare("struct %s { int& r; int operator()(int x) const { return r = x; } %s& operator=(int x) { r = x; return *this; } operator int&() { return r; } };" % (c, c))
        p.code(p.pick("%(c)s{%(v)s}(%(n)d);", "%(c)s %(h)s{%(v)s}; %(h)s = %(n)d;", "%(c)s %(h)s{%(v)s}; int& r%(h)s = %(h)s; r%(h)s = %(n)d;",
                      "%(c)s{%(v)s} = %(n)d;") % dict(c=c, v=v, h=h, n=p.number()))
    else:
        p.declare("template <class T> struct %s { T v[4]; int n = 0; void push_back(const T& x) { v[n++] = x; } T& operator[](int i) { return v[i]; } T* begin() { return v; } T* end() { return v + n; } };" % c)
        p.code("%s<int*> %s; %s.push_back(&%s);" % (c, h, h, v))
        p.ints.append("*%s[0]" % h)
        if p.chance(0.5):
            p.code("for (int* e : %s) *e += 3;" % h)


def library(p):
    h, v = p.name("h"), p.int_()
    form = p.random.randrange(7)
    text, alias = [
        ("std::vector<int*> H; H.push_back(&V);", "*H[0]"), ("std::vector<int*> H{&V};", "*H.front()"),
        ("std::array<int*, 1> H{&V};", "*H[0]"), ("std::reference_wrapper<int> H(V);", "H.get()"),
        ("auto H = std::tie(V);", "std::get<0>(H)"), ("std::function<void(int)> H = [&](int x) { V = x; }; H(%d);" % p.number(), None),
        ("auto H = std::make_tuple(&V);", "*std::get<0>(H)")][form]
    p.code(text.replace("H", h).replace("V", v))
    if alias:
        p.ints.append(alias.replace("H", h))


def accessor(p):
    f = p.name("f")
    globals_ = [g for g in p.ints if g.startswith("g")]
    if not globals_:
        return reference(p)
    g = p.random.choice(globals_)
    form = p.random.randrange(5)
    if form == 0:
        p.declare("int& %s() { return %s; }" % (f, g))
        p.ints.append(f + "()")
    elif form == 1:
        p.declare("int* %s = &%s;" % (f, g))
        p.ints.append("*" + f)
    elif form == 2:
        p.declare("int& %s = %s;" % (f, g))
        p.ints.append(f)
    elif form == 3:
        p.declare("struct T%s { const char* name; int* to; }; T%s %s[] = {{\"x\", &%s}};" % (f, f, f, g))
        p.ints.append("*%s[0].to" % f)
    else:
        p.declare("void %s(int& x = %s) { x = %d; }" % (f, g, p.number()))
        p.code("%s();" % f)


def lambdas(p):
    f, v, n = p.name("f"), p.int_(), p.number()
    plain = v.isidentifier() and v != "this" and not (p.in_method and v.startswith("m")) and not v.startswith("g")
    forms = ["auto F = [&] { V = N; }; F();", "auto F = [&r = V] { r = N; }; F();", "auto F = [q = &V] { *q = N; }; F();",
             "[&](int& x) { x = N; }(V);", "auto F = [](int& x) { x = N; }; F(V);", "auto F = [](auto&& x) { x = N; }; F(V);",
             "auto F = [&](auto self, int d) -> void { V += d; if (d) self(self, d - 1); }; F(F, 2);",
             "auto F = [&r = V]() mutable -> int& { return r; }; F() = N;"]
    if plain:
        forms += ["auto F = [&V] { V = N; }; F();", "auto F = [V]() mutable { V = N; return V; }; F();", "auto F = [V] { return V; }; V = F() + 1;"]
    if p.in_method:
        forms += ["auto F = [this] { V = N; }; F();" if v.startswith(("m", "this")) else "auto F = [&] { V = N; }; F();"]
    p.code(p.random.choice(forms).replace("F", f).replace("V", v).replace("N", str(n)))


def odd_object(p):
    """Unions, pointers to members, objects that are made in place, owners."""
    h, v, n = p.name("h"), p.int_(), p.number()
    text, alias = p.pick(
        ("union { int a; int b; } H; H.a = 3; H.b = N;", "H.a"), ("Box H{1, 2}; int Box::*mH = &Box::y; H.*mH = N;", "H.y"),
        ("new (&V) int(N);", None), ("auto H = std::make_unique<int*>(&V); **H = N;", "**H"), ("std::optional<int*> H(&V);", "**H"),
        ("auto H = std::make_shared<int>(V); auto cH = H; *cH += 2;", "*H"), ("struct { int& r; } H{V}; auto& [bH] = H; bH = N;", "H.r"),
        ("std::pair<int&, int> H(V, 2); H.first = N;", "H.first"))
    p.code(text.replace("H", h).replace("V", v).replace("N", str(n)))
    if alias:
        p.ints.append(alias.replace("H", h))


def base_class(p):
    c, h, v, n = p.name("C"), p.name("h"), p.int_(), p.number()
    form = p.random.randrange(4)
    if form == 0:
        p.declare("struct B%s { B%s(int& x) { x = %d; } };\nstruct %s : B%s { using B%s::B%s; };" % (c, c, n, c, c, c, c))
        p.code("%s %s(%s);" % (c, h, v))
    elif form == 1:
        p.declare("template <class T> struct B%s { T& self() { return static_cast<T&>(*this); } };\nstruct %s : B%s<%s> { int n = %d; };" % (c, c, c, c, n))
        p.code("%s %s; %s.self().n += 4;" % (c, h, h))
        p.ints.append(p.pick("%s.n", "%s.self().n") % h)
    elif form == 2:
        p.declare("struct B%s { virtual void set(int& x) { x = 1; } virtual ~B%s() = default; };\nstruct %s : B%s { void set(int& x) override { x = %d; } };"
                  % (c, c, c, c, n))
        p.code("%s %s; B%s& b%s = %s; b%s.set(%s);" % (c, h, c, h, h, h, v))
    else:
        p.declare("struct %s { int n = 2; void set(int x) { n = x; } };" % c)
        p.code("%s %s; auto f%s = &%s::set; (%s.*f%s)(%d);" % (c, h, h, c, h, h, n))
        p.ints.append(h + ".n")


NAMES = [odd_object, odd_object, base_class, pointer, pointer, pointer_to_pointer, reference, reference, holder, holder, holder, library, library, accessor, accessor, lambdas]


# ---- changes ------------------------------------------------------------------------------------------

def assign(p):
    p.code("%s %s %d;" % (p.int_(), p.pick("=", "=", "+=", "-=", "^="), p.number()))


def increment(p):
    p.code(p.pick("++%s;", "(%s)++;", "--%s;") % p.int_())


def unknown(p):
    v = p.int_()
    p.code(p.pick("ext_ref(V);", "ext_ptr(&V);", "ext_keep(&V);", "ext_touch();", "ext_touch();").replace("V", v))


def by_function(p):
    f, v, w, n = p.name("f"), p.int_(), p.int_(), p.number()
    form = p.random.randrange(9)
    declaration, call = [
        ("void F(int& x) { x = N; }", "F(V);"), ("void F(int* x) { *x = N; }", "F(&V);"),
        ("template <class T> void F(T&& x) { x = N; }", "F(V);"), ("int& F(int& x) { return x; }", "F(V) = N;"),
        ("int& F(int& x, int& y, bool c) { return c ? x : y; }", "F(V, W, argc > 7) = N;"),
        ("void F(int& x) { ext_ref(x); }", "F(V);"), ("void F(int* x) { ext_ref(*x); }", "F(&V);"),
        ("void F(int* x) { int** h = &x; **h = N; }", "F(&V);"), ("struct F { static void set(int& x, int y) { x = y; } };", "F::set(V, N);")][form]
    p.declare(declaration.replace("F", f).replace("N", str(n)))
    p.code(call.replace("F", f).replace("V", v).replace("W", w).replace("N", str(n)))


def swap(p):
    v, w = p.int_(), p.int_()
    p.code(p.pick("std::swap(%s, %s);", "{ int t = %s; %s = t + 1; }", "std::tie(%s, %s) = std::make_tuple(4, 9);") % (v, w)
           if v != w else "%s = 6;" % v)


def branch(p):
    v, w = p.int_(), p.int_()
    p.code(p.pick("if (argc > %d) %s = %d; else %s = %d;", "if (%d > 3) { int& z = %s; z = %d; } else { int* z = &%s; *z = %d; }")
           % (p.random.randint(0, 9), v, p.number(), w, p.number()))


def loop(p):
    v, w = p.int_(), p.int_()
    p.code(p.pick("for (int i = 0; i < 3; ++i) V += i;", "for (int* z : {&V, &W}) *z = N;", "for (int i = 0; i < argc; ++i) V = i + N;",
                  "int k%s = 0; while (k%s++ < 2) W = V + 1;".replace("%s", p.name("")), "do { V = N; } while (false);",
                  "switch (argc) { case 1: V = N; [[fallthrough]]; case 2: W = N; break; default: V = 1; }")
           .replace("V", v).replace("W", w).replace("N", str(p.number())))


def when_made(p):
    """Code that runs where something is declared."""
    c, h, v, n = p.name("C"), p.name("h"), p.int_(), p.number()
    globals_ = [g for g in p.ints if g.isidentifier() and g.startswith("g")]
    form = p.random.randrange(4 if globals_ else 3)
    if form == 0:
        p.code("static int %s = (%s = %d, 1); (void)%s;" % (h, v, n, h))
    elif form == 1:
        p.code("int %s[(%s = %d) + 1]; (void)%s;" % (h, v, n, h))
    elif form == 2:
        p.code("struct %s { int x = 5; } %s; (%s = %d, %s).x = 2;" % (c, h, v, n, h))
    else:
        p.declare("struct %s { %s() { %s = %d; } static %s& get() { static %s c; return c; } };" % (c, c, p.random.choice(globals_), n, c, c))
        p.code(p.pick("static %(c)s %(h)s;", "%(c)s::get();", "thread_local %(c)s %(h)s; (void)&%(h)s;", "%(c)s %(h)s;") % dict(c=c, h=h))


def copied(p):
    b, v = p.name("b"), p.int_()
    p.code(p.pick("Box F{1, 2}, B{3, 4}; std::memcpy(&B.x, &F, sizeof F);", "int F[2] = {6, 7}; Box B{3, 4}; cudaMemcpy(&B.x, F, 8, cudaMemcpyHostToHost);",
                  "Box B{3, 4}; std::memset(&B.x, 0, sizeof B);", "Box B{3, 4}; std::memcpy(&V, &B.y, sizeof(int));",
                  "int F[2] = {8, 9}; Box B{3, 4}; std::copy(F, F + 2, &B.x);", "Box B{3, 4}; std::fill_n(&B.x, 2, 12);",
                  "Box F[2] = {{1, 2}, {3, 4}}, B; B = F[argc > 0];")
           .replace("B{", b + "{").replace("B.", b + ".").replace("B;", b + ";").replace("B =", b + " =").replace("sizeof B", "sizeof " + b)
           .replace("F", "f" + b).replace("V", v))
    p.ints += [b + ".x", b + ".y"]


def odd_call(p):
    f, v, w, n = p.name("f"), p.int_(), p.int_(), p.number()
    declaration, call = p.pick(
        ("void F(int& x) { x = N; }", "void (*cF)(int&) = F; cF(V);"), ("void F(int& x) { x = N; }", "std::bind(F, std::ref(V))();"),
        ("void F(int& x) { x = N; }", "std::invoke(F, V);"), ("void F(int& x, int d) { if (d) F(x, d - 1); else x = N; }", "F(V, 2);"),
        ("void F(int c, ...) { va_list l; va_start(l, c); *va_arg(l, int*) = N; va_end(l); }", "F(0, &V);"),
        ("void F(int& x, int& y) { x = y + 1; y = N; }", "F(V, W);"), ("struct F { int& x; F(int& y) : x(y) {} ~F() { x += N; } };", "F{V};"),
        ("int F(int x) { return x + N; }", "V = F(W);"), ("void F(std::vector<int*> x) { *x[0] = N; }", "F({&V});"),
        ("struct F { int* p; }; void g_F(F x) { *x.p = N; }", "g_F({&V});"), ("void F(int x[]) { x[0] = N; }", "F(&V);"),
        ("", "(argc > 3 ? V : W) = N;"), ("", "(V = N, W) = 3;"), ("", "try { V = N; throw 1; } catch (int) { W = 14; }"),
        ("", "int lF[2] = {1, 2}; std::for_each(lF, lF + 2, [&](int& e) { e += 1; V = e; });"))
    if declaration:
        p.declare(declaration.replace("F", f).replace("N", str(n)))
    p.code(call.replace("F", f).replace("V", v).replace("W", w).replace("N", str(n)))


def method(p):
    if not p.in_method:
        return by_function(p)
    f, v = p.name("f"), p.int_()
    members = [m for m in p.ints if m.startswith(("m", "this->m")) and not m.endswith(")")]
    if not members:
        return member(p)
    m, n = p.random.choice(members).replace("this->", ""), p.number()
    p.members.append(p.pick("void F() { M = N; }", "int& F() { return M; }", "void F(int& x) { x = N; M += 1; }", "void F() { ext_ref(M); }",
                            "int& F() const { return const_cast<int&>(M); }").replace("F", f).replace("M", m).replace("N", str(n)))
    text = p.members[-1]
    p.code("%s(%s);" % (f, v) if "int& x" in text else "%s() = %d;" % (f, n) if text.startswith("int&") else "%s();" % f)


CHANGES = [when_made, copied, odd_call, odd_call, assign, assign, increment, unknown, unknown, by_function, by_function, by_function, swap, branch, loop, method, method, lambdas]


def names_and_changes(p):
    for _ in range(p.random.randint(1, 4)):
        p.random.choice(p.random.choice([NAMES, CHANGES, CHANGES]))(p)


def launch_in_lambda(p):
    """The launch stands in a lambda that is called later, once: what it captures may change before."""
    f, v = p.name("f"), p.int_()
    captures = [("&", v), ("=", v), ("&", "*&" + v), ("a, n = V", "n"), ("a, &n = V", "n"), ("&, n = V", "n + V - V")]
    if v.isidentifier() and v[0] == "v":
        captures += [("a, V", v), ("a, &V", v), ("=, &V", v)]
    capture, p.launched = p.random.choice(captures)
    p.launched = p.launched.replace("V", v)
    lambda_ = "[%s]%s { %s }" % (capture.replace("V", v), p.pick("", "", "() mutable"), IN_LAMBDA)
    form = p.random.randrange(6)
    if form == 0:  # within another one
        p.code("auto %s = [&] { auto i%s = %s; i%s(); };" % (f, f, lambda_, f))
    elif form == 1:  # called there, and by a function that is known
        p.declare("template <class L> void b%s(L l) { l(); }" % f)
        p.code("b%s(%s);" % (f, lambda_))
    elif form == 2:  # made anew in each turn; the first one, or the last one, is called
        p.code("std::vector<std::function<void()>> %s;\nfor (int i = 0; i < 2; ++i) {" % f)
        names_and_changes(Inner(p))
        p.code("%s.push_back(%s);\n}" % (f, lambda_))
        p.later = p.pick("%s[0]();", "%s[1]();") % f
        return
    elif form == 3:
        p.code("std::function<void()> %s = %s;" % (f, lambda_))
    else:
        p.code("auto %s = %s;" % (f, lambda_))
    if form != 1:
        p.declare("template <class L> void c%s(L& l) { l(); }" % f)
        p.later = p.pick("%s();", "c%s(%s);" % (f, "%s"), "(*&%s)();") % f


class Inner:
    """A program within braces: what is declared there is not named behind them."""

    def __init__(self, program):
        self.__dict__["program"] = program
        self.__dict__["ints"] = list(program.ints)

    def __getattr__(self, name):
        found = getattr(type(self.program), name, None)
        return found.__get__(self) if callable(found) else getattr(self.program, name)

    def __setattr__(self, name, value):
        if name in self.__dict__:
            self.__dict__[name] = value
        else:
            setattr(self.program, name, value)


def generate(seed):
    p = Program(seed)
    for _ in range(p.random.randint(1, 3)):
        p.random.choice(PLACES)(p)
    p.later = None
    if p.chance(0.4):
        names_and_changes(p)
        launch_in_lambda(p)
        names_and_changes(p)
        if p.later:
            p.code(p.later)
        p.is_launched = True
        return p
    p.is_launched = False
    for _ in range(p.random.randint(2, 6)):
        p.random.choice(p.random.choice([NAMES, CHANGES, CHANGES]))(p)
    p.launched = p.int_()
    return p


LAUNCH = "k<<<1, 64>>>(a, LAUNCHED);"


def text(p, launch):
    lines = ["namespace p%d {" % p.seed] + p.top
    launch = launch.replace("LAUNCHED", p.launched)
    body = ["  " + line.replace(IN_LAMBDA, launch) for line in p.body] + ([] if p.is_launched else ["  " + launch])
    if p.in_method:
        lines += ["struct Owner {"] + ["  " + m for m in p.members] + ["  void go(int* a, int argc) {"]
        lines += ["  " + line for line in body] + ["  }", "};", "void run(int* a, int argc) { Owner o; o.go(a, argc); }"]
    else:
        lines += ["void run(int* a, int argc) {"] + body + ["}"]
    return "\n".join(lines + ["}"]) + "\n"

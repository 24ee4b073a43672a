
#ifdef HOST
#include <cstdio>
#include <initializer_list>
#define __device__
#define __global__
template <class T> T max(T a, T b) { return a > b ? a : b; }
template <class T> T min(T a, T b) { return a < b ? a : b; }
#endif
#define CALC(a, b) a * b
#define SQ(x) ((x) * (x))
#define CAT(a, b) a##b
#define STR(x) #x
template <class T> __device__ T std_max(T a, T b) { return a < b ? b : a; }
template <class T> __device__ int tadd(T a, T b) { return (int)(a + b); }
template <int N> __device__ int fact() { if constexpr (N <= 1) return 1; else return N * fact<N - 1>(); }
template <class... T> __device__ int pack_sum(T... t) { return (t + ... + 0); }
__device__ int over(int) { return 1; }
__device__ int over(unsigned) { return 2; }
__device__ int over(char) { return 3; }
__device__ int over(float) { return 4; }
__device__ int over(double) { return 5; }
__device__ int over(bool) { return 6; }
__device__ int over(short) { return 7; }
__device__ int defarg(int a, int b = 5, int c = 6) { return a + b * c; }
template <class T> struct Spec { static constexpr int v = 1; };
template <> struct Spec<float> { static constexpr int v = 2; };
template <class T> struct Spec<T*> { static constexpr int v = 3; };
template <int N> struct IntC { static constexpr int value = N; using next = IntC<N + 1>; };
__device__ int rec(int n) { return n <= 1 ? 1 : n * rec(n - 1); }
__device__ void incr(int& x) { x *= 2; }
__device__ void incp(int* x) { *x += 10; }
template <class T> __device__ void swp(T& a, T& b) { T t = a; a = b; b = t; }
struct Vec { int x, y; __device__ Vec operator+(const Vec& o) const { return {x + o.x, y + o.y}; } __device__ Vec operator*(int k) const { return {x * k, y * k}; } __device__ Vec& operator+=(const Vec& o) { x += o.x; y += o.y; return *this; } __device__ int operator[](int i) const { return i ? y : x; } };
__device__ bool operator==(const Vec& a, const Vec& b) { return a.x == b.x && a.y == b.y; }
struct Cnt { int n = 0; __device__ Cnt& operator++() { n += 1; return *this; } __device__ int operator++(int) { int o = n; n += 10; return o; } };
struct Conv { int v; __device__ operator int() const { return v * 2; } __device__ explicit operator bool() const { return v > 3; } };
namespace N1 { struct T {}; __device__ int f_adl(T) { return 4; } __device__ int g() { return 1; } namespace N2 { __device__ int g() { return 2; } } }
namespace CONSTS { constexpr int A = 3; constexpr int B[] = {1, 2, 3}; }
template <class A, class B> struct Pairish { A a; B b; };
template <class A, class B> __device__ Pairish<A, B> make_pairish(A a, B b) { return {a, b}; }
struct Outer { struct Inner { int v; __device__ int twice() const { return v * 2; } }; __device__ static int sfun(int a) { return a - 1; } };
template <class F> __device__ int apply2(F f, int x) { return f(f(x)); }
template <int N> struct Stack { int d[N]; int n = 0; __device__ void push(int v) { d[n++] = v; } __device__ int pop() { return d[--n]; } };
template <bool B, int X, int Y> struct Pick { static constexpr int v = X; };
template <int X, int Y> struct Pick<false, X, Y> { static constexpr int v = Y; };
template <class T, class U> struct Same { static constexpr bool value = false; };
template <class T> struct Same<T, T> { static constexpr bool value = true; };
template <class T> __device__ int ifc() { if constexpr (Same<T, int>::value) { return 1; } else { return 2; } }

#ifdef HOST
#include <cstddef>
#include <cstdlib>
struct int4 { int x, y, z, w; } __attribute__((aligned(16))); inline int4 make_int4(int a, int b, int c, int d) { return {a, b, c, d}; }
struct uchar4 { unsigned char x, y, z, w; } __attribute__((aligned(4))); inline uchar4 make_uchar4(int a, int b, int c, int d) { return {(unsigned char)a, (unsigned char)b, (unsigned char)c, (unsigned char)d}; }
struct dim3 { unsigned x, y, z; dim3(unsigned a = 1, unsigned b = 1, unsigned c = 1) : x(a), y(b), z(c) {} };
struct float2 { float x, y; } __attribute__((aligned(8))); inline float2 make_float2(float a, float b) { return {a, b}; }
struct float3 { float x, y, z; }; struct int3 { int x, y, z; }; struct int2 { int x, y; } __attribute__((aligned(8)));
struct double2 { double x, y; } __attribute__((aligned(16))); struct char4 { char x, y, z, w; }; struct float4 { float x, y, z, w; } __attribute__((aligned(16)));
inline int __popc(unsigned v) { return __builtin_popcount(v); } inline int __clz(int v) { return __builtin_clz(v); } inline int __ffs(int v) { return __builtin_ffs(v); }
inline unsigned __brev(unsigned v) { unsigned r = 0; for (int i = 0; i < 32; i++) if (v >> i & 1) r |= 1u << (31 - i); return r; }
inline unsigned __umulhi(unsigned a, unsigned b) { return (unsigned long long)a * b >> 32; } inline int __mulhi(int a, int b) { return (long long)a * b >> 32; }
inline unsigned __byte_perm(unsigned x, unsigned y, unsigned s) { unsigned long long v = (unsigned long long)y << 32 | x; unsigned r = 0; for (int i = 0; i < 4; i++) r |= (unsigned)(v >> 8 * (s >> 4 * i & 7) & 255) << 8 * i; return r; }
#endif
struct Dtor { int& d; int k; __device__ Dtor(int& d, int k) : d(d), k(k) {} __device__ ~Dtor() { d = d * 10 + k; } };
struct DBase { int& d; __device__ DBase(int& d) : d(d) { d += 1; } __device__ ~DBase() { d *= 3; } };
struct DtorD : DBase { __device__ DtorD(int& d) : DBase(d) { d += 10; } __device__ ~DtorD() { d += 100; } };
struct CopyC { int v; __device__ CopyC(int v) : v(v) {} __device__ CopyC(const CopyC& o) : v(o.v + 1) {} __device__ CopyC& operator=(const CopyC& o) { v = o.v * 2; return *this; } };
__device__ int takecopy(CopyC c) { return c.v; }
__device__ int takeref(const CopyC& c) { return c.v; }
struct AssignC { int v; __device__ AssignC(int v) : v(v) {} __device__ AssignC& operator=(const AssignC& o) { v = o.v + 1; return *this; } };
struct ConstOv { __device__ int f() { return 1; } __device__ int f() const { return 2; } };
template <class D> struct CrtpB { __device__ int run() { return static_cast<D*>(this)->impl() + 1; } };
struct Crtp : CrtpB<Crtp> { __device__ int impl() { return 6; } };
struct Base0 { int x; __device__ Base0(int v) : x(v + 1) {} __device__ int sum() const { return x; } };
struct Derived : Base0 { int y; __device__ Derived(int v) : Base0(v * 2), y(v) {} __device__ int sum() const { return Base0::sum() + y; } };
struct B2 { __device__ int g(int) { return 1; } __device__ int g(float) { return 2; } };
struct Derived2 : B2 { __device__ int g(float) { return 3; } };
template <int N = 4> struct Def { static constexpr int v = N; };
template <class T = int> struct DefT { static constexpr int v = sizeof(T) + 1; };
struct IntTag {}; struct FloatTag {};
__device__ int tagd(int a, IntTag) { return a; }
__device__ int tagd(int a, FloatTag) { return a + 1; }
__device__ constexpr int cfun(int n) { int r = 1; for (int i = 2; i <= n; i++) r += i; return r; }
template <class T> struct Arr3 { T d[3]; __device__ T& operator[](int i) { return d[i]; } __device__ static constexpr int size() { return 3; } };
struct Ctx0 { int k; __device__ int run() { auto f = [this](int a) { return a + k; }; k = 7; return f(1); } };
__device__ int arrref(int (&a)[3]) { a[0] = 5; return a[0] + a[2] + sizeof(a); }
struct HideB { int x = 1; __device__ int f(int a) { return a + x; } };
struct Hide : HideB { int x = 10; __device__ int f(int a) { return HideB::f(a) * 100 + x + this->x; } };
struct UsingB { __device__ int f(int a) { return a; } };
struct UsingD : UsingB { using UsingB::f; __device__ int f(int a, int b) { return a + b; } };
#define MAXM(a, b) ((a) > (b) ? (a) : (b))
__device__ int sl() { int k = 1; k += 2; return k; }
template <int R_, int C> struct Mat { static constexpr int R = R_; int d[R_ * C]; __device__ int& operator()(int r, int c) { return d[r * C + c]; } __device__ int size() const { return R_ * C; } };
template <class... T> __device__ int fold_and(T... t) { return (t && ...); }
template <class... T> __device__ int cnt(T... t) { return sizeof...(t); }
template <class F, class... T> __device__ int firstof(F f, T...) { return f; }
template <class F> __device__ int lastof(F f) { return f; }
template <class F, class... T> __device__ int lastof(F, T... t) { return lastof(t...); }
template <int N> struct Fib { static constexpr int v = Fib<N - 1>::v + Fib<N - 2>::v; };
template <> struct Fib<0> { static constexpr int v = 0; };
template <> struct Fib<1> { static constexpr int v = 1; };
template <int N> struct TypeSel; template <> struct TypeSel<4> { using T = int; static constexpr int size = sizeof(T); }; template <> struct TypeSel<8> { using T = long long; static constexpr int size = sizeof(T); };
struct MT { template <class T> __device__ int f(T t) { return sizeof(t); } template <int K> __device__ int g() { return K; } };
__device__ int member_templ() { MT m; return m.f('a') * 10 + m.f(1.0) * 100 + m.template g<3>(); }
struct Opq { int v; __device__ bool operator<(const Opq& o) const { return v < o.v; } __device__ Opq& operator<<=(int k) { v <<= k; return *this; } __device__ Opq operator<<(int k) const { return {v << k}; } };
struct It { int i; __device__ int operator*() const { return i * i; } __device__ It& operator++() { ++i; return *this; } __device__ bool operator!=(const It& o) const { return i != o.i; } };
struct Range { int n; __device__ It begin() const { return {0}; } __device__ It end() const { return {n}; } };
struct Nested { struct A { struct B { static constexpr int c = 4; }; __device__ static int f() { return B::c * 10; } }; };
struct Sta { static constexpr int k = 9; static int n; };
#ifdef HOST
int Sta::n;
#endif
struct Fn { __device__ int operator()(int a) { return a + 1; } __device__ int operator()(int a, int b) { return a + b; } };
struct Rf { int& r; __device__ void set(int v) { r = v; } };
struct Rf2 { int n = 1; __device__ Rf2& self() { n *= 2; return *this; } };
struct Bits { int b = 0; __device__ Bits with(int k) const { Bits r = *this; r.b |= 1 << k; return r; } };
struct Impl { int v; __device__ Impl(int x) : v(x * 2) {} };
__device__ int takeimpl(Impl a) { return a.v + 1; }
struct L0 { int a = 1; __device__ int sum() { return a; } }; struct L1 : L0 { int b = 2; __device__ int sum() { return L0::sum() + b; } }; struct L2 : L1 { int c = 3; __device__ int sum() { return L1::sum() + c; } };
template <class T> struct Wrap { T v; };
template <class T = short, class U> __device__ int tdef(U u) { return sizeof(T) + (int)u; }
__device__ auto adder(int a) { return [a](int b) { return a * 10 + b; }; }
__device__ int ovl(int, int) { return 1; } __device__ int ovl(int, float) { return 2; } __device__ int ovl(float, int) { return 3; }
struct A0 {}; struct A1 : A0 {}; struct A2 : A1 {}; __device__ int ovr(const A0&) { return 1; } __device__ int ovr(const A1&) { return 2; }
__device__ int cref(const A1&) { return 1; } __device__ int cref(A1&) { return 2; }
__device__ int rv(int&) { return 1; } __device__ int rv(const int&) { return 2; } __device__ int rv(int&&) { return 3; }
namespace nt { __device__ int sel(int a) { return a; } namespace inner { __device__ int sel(int a) { return a * 2; } } }
__device__ int shadow(int a) { int r = a; { int a = 10; r += a; { int r = a; a += r; } } return r + a; }
template <class T, int N> struct vt { template <class... A> __device__ static T sum(A... a) { T r = N; ((r += a), ...); return r; } };
template <class T, int N> struct Arr { T d[N]; __device__ void fill(T v) { for (int i = 0; i < N; i++) d[i] = v; } __device__ T& operator[](int i) { return d[i]; } __device__ T sum() const { T s = 0; for (int i = 0; i < N; i++) s += d[i]; return s; } };
__device__ int gcdr(int a, int b) { return b ? gcdr(b, a % b) : a; }
template <int N> __device__ int pw(int b) { int r = 1; for (int i = 0; i < N; i++) r *= b; return r; }
template <class T> __device__ T clampx(T v, T lo, T hi) { return v < lo ? lo : hi < v ? hi : v; }
template <int N> __device__ int seq() { if constexpr (N == 0) return 0; else return seq<N - 1>() * 2 + 1; }
__device__ int idx2(int i, int j, int w) { return i * w + j; }
__device__ int odd(int n); __device__ int even(int n) { return n == 0 ? 1 : odd(n - 1); } __device__ int odd(int n) { return n == 0 ? 0 : even(n - 1); }
__device__ int even_odd(int n) { return even(n) + 2 * odd(n); }
template <class T> struct Tr { static constexpr int n = 1; }; template <class T> struct Tr<const T> { static constexpr int n = 2; }; template <class T> struct Tr<T*> { static constexpr int n = 3; };
enum class Col { r = 1, g, b = 7 }; __device__ int enumf(Col c) { switch (c) { case Col::r: return 1; case Col::g: return 2; default: return 3; } }
template <class T> __device__ T maxv(T a) { return a; } template <class T, class... R> __device__ T maxv(T a, R... r) { T m = maxv(r...); return a > m ? a : m; }
__device__ int optsum(int a, int b = 4, int c = 2) { return a + b * c; }
__device__ int s0() { Impl a = 5; return a.v; }
__device__ int s1() { return takeimpl(6) ; }
__device__ int s2() { L2 x; return x.a + x.b * 10 + x.c * 100 + x.sum() * 1000; }
__device__ int s3() { L2 x; L0& r = x; r.a = 7; return x.sum(); }
__device__ int s4() { L2 x; L1* p = &x; p->b = 9; return x.sum(); }
__device__ int s5() { Wrap<Wrap<int>> w{{3}}; return w.v.v; }
__device__ int s6() { return tdef(3) + tdef<long long>(4) * 10; }
__device__ int s7() { return adder(2)(3); }
__device__ int s8() { auto mk = [](int n) { return [n](int m) { return [n, m](int k) { return n * 100 + m * 10 + k; }; }; }; return mk(1)(2)(3); }
__device__ int s9() { int n = 0; auto inc = [&n]() -> int& { return ++n; }; inc() += 10; return n; }
__device__ int s10() { int a[3] = {1, 2, 3}; auto get = [&](int i) -> int& { return a[i]; }; get(1) = 9; return a[0] + a[1] * 10; }
__device__ int s11() { int a[3] = {1, 2, 3}; int& r = a[1]; r = 8; int* p = &r; p[1] = 5; return a[1] * 10 + a[2]; }
__device__ int s12() { struct S { int a, b; }; S s[3] = {{1, 2}, {3, 4}, {5, 6}}; S* p = s + 1; return p->a * 10 + p[1].b + (p - s) * 100; }
__device__ int s13() { struct S { int a, b; }; S s[2] = {{1, 2}, {3, 4}}; int* p = &s[0].a; return p[3]; }
__device__ int s14() { struct S { short a; int b; }; S s{1, 2}; char* p = (char*)&s; return *(int*)(p + 4) + sizeof(S) * 10; }
__device__ int s15() { struct S { int v; operator bool() const { return v > 2; } }; S a{1}, b{5}; return (a ? 1 : 2) * 10 + (b ? 1 : 2) + (!a) * 100 + (a || b) * 1000; }
__device__ int s16() { struct S { int v; bool operator!() const { return v == 9; } }; S a{9}; return !a; }
__device__ int s17() { struct S { int v; S* operator->() { v++; return this; } }; S a{3}; return a->v * 10 + a.v; }
__device__ int s18() { struct S { int v; S(int x = 4) : v(x) {} }; S a, b(2), c[2]; return a.v * 100 + b.v * 10 + c[1].v; }
__device__ int s19() { struct S { int v{3}; int w = 4; }; S a; S b{1}; S c{1, 2}; return a.v * 100 + a.w * 10 + b.v + b.w + c.w; }
__device__ int s20() { struct S { int a[2]; int b; }; S s = {{1, 2}, 3}; S t = {}; return s.a[1] * 10 + s.b + t.b + t.a[0]; }
__device__ int s21() { struct S { int x; int y; }; S s = {.x = 4, .y = 5}; return s.x * 10 + s.y; }
__device__ int s22() { struct S { int x; void set(int v) { this->x = v; } int get() { return x; } }; S s; s.set(4); S* p = &s; p->set(p->get() + 1); (*p).x *= 2; return s.x; }
__device__ int s23() { struct S { static int twice(int v) { return v * 2; } int t(int v) { return twice(v) + 1; } }; S s; return s.t(3) + S::twice(5) * 10 + s.twice(1) * 1000; }
__device__ int s24() { struct S { enum Kind { A = 2, B = 5 }; Kind k; }; S s{S::B}; return s.k + S::A * 10; }
__device__ int s25() { union U { struct { short lo, hi; } h; int w; }; U u; u.w = 0; u.h.hi = 1; return sizeof(u) + (u.h.lo == 0); }
__device__ int s26() { typedef struct { int a; } T; T t = {3}; return t.a; }
__device__ int s27() { const int a = 3, b = a + 1; int c[b] = {}; return sizeof(c) / sizeof(int) + a; }
__device__ int s28() { int x = 10; x -= 3 - 1; x *= 2 + 1; x /= 2; x %= 7; return x; }
__device__ int s29() { int x = 5; x = x++ ? x : 0; return x; }
__device__ int s30() { int i = 0, n = 5, s = 0; while (i < n) s += i++ * 2; return s; }
__device__ int s31() { int i = 10, s = 0; while (i --> 5) s += i; return s; }
__device__ int s32() { int s = 0; for (int i = 5; i-- > 0;) s = s * 2 + i; return s; }
__device__ int s33() { int s = 0; for (unsigned i = 3; i != 0; --i) s += i; return s; }
__device__ int s34() { int s = 0; for (int i = 0, k = 1; i < 4; ++i, k *= 2) s += k; return s; }
__device__ int s35() { int s = 0, i = 0; for (;;) { if (++i > 3) break; s += i; } return s; }
__device__ int s36() { int s = 0; for (int i = 0; i < 3; i++) for (int k = i; k < 3; k++) { if (k == 2 && i == 0) goto out; s++; } out: return s; }
__device__ int s37() { int r = 0; for (int i = 0; i < 6; i++) { switch (i % 3) { case 0: r += 1; case 1: r += 10; break; case 2: if (i > 3) goto done; r += 100; } } done: return r; }
__device__ int s38() { int a = 3; { int a = a = 4; (void)a; } return a; }
__device__ int s39() { int a = 2; auto f = [&, b = 3](int c) { return a + c; }; return f(1); }
__device__ int s40() { return (int)(unsigned char)-1 + (int)(signed char)0xFF; }
__device__ int s41() { return (unsigned short)-1 + 1; }
__device__ int s42() { return (int)(0.1 + 0.2 == 0.3); }
__device__ int s43() { return 5 / 2.0 > 2.4; }
__device__ int s44() { return (int)1e3 + (int)0x1p4 + (int)'\'' ; }
__device__ int s45() { return (1u << 31) > 0; }
__device__ int s46() { return -5 / 2 * 2 + -5 % 2; }
__device__ int s47() { return -1 >> 1 == -1; }
__device__ int s48() { return (unsigned)-1 >> 28; }
__device__ int s49() { return 0xFFFFFFFF > 0 ? 1 : 2; }
__device__ int s50() { return 2147483647 + 0u + 1u == 2147483648u; }
__device__ int s51() { return sizeof(0xFFFFFFFF) + sizeof(2147483648) * 10; }
__device__ int s52() { return 'ab' > 0; }
__device__ int s53() { long long v = 3000000000; return v / 1000000000; }
__device__ int s54() { unsigned a = 3000000000u; return a / 1000000000; }
__device__ int s55() { int a = 1; long long b = a << 4; return b + sizeof(a << 4LL); }
__device__ int s56() { short a = 5; a <<= 2; a |= 3; return a; }
__device__ int s57() { char c = 'x'; c -= 32; return c == 'X'; }
__device__ int s58() { bool a = true, b = false; return (a & b) + (a | b) * 10 + (a ^ a) * 100 + (a && !b) * 1000; }
__device__ int s59() { int a = 12; return (a & -a) + (a & (a - 1)) * 10 + (a ^ a >> 1) * 100; }
__device__ int s60() { unsigned h = 5; h ^= h << 3; h *= 7; h ^= h >> 2; return h; }
__device__ int s61() { int x = 3, y = 4; int z = x < y ? x++ : y++; return z * 100 + x * 10 + y; }
__device__ int s62() { int x = 3; int y = (x++, x++, x); return y; }
__device__ int s63() { int a[2][2] = {{1, 2}, {3, 4}}; int t = a[0][1]; a[0][1] = a[1][0]; a[1][0] = t; return a[0][1] * 10 + a[1][0]; }
__device__ int s64() { int a[4]; for (int i = 0; i < 4; i++) a[i] = i * i; int* e = a + 4; int s = 0; for (int* p = a; p != e; ++p) s += *p; return s; }
__device__ int s65() { int v = 5; void* p = &v; return *(int*)p + *static_cast<int*>(p); }
__device__ int s66() { int v = 0x01020304; return reinterpret_cast<unsigned char*>(&v)[1]; }
__device__ int s67() { int a = 4, b = 6; int* p[2] = {&a, &b}; *p[1] = 9; return a * 10 + b; }
__device__ int s68() { int f = 0; auto set = [](int* p, int v) { *p = v; return p; }; return *set(&f, 7) + f; }
__device__ int s69() { return ovl(1, 2) * 100 + ovl(1, 2.0f) * 10 + ovl(1.0f, 2); }
__device__ int s70() { return ovr(A1{}) * 10 + ovr(A2{}); }
__device__ int s71() { const A1 ca{}; A1 na; return cref(ca) * 10 + cref(na); }
__device__ int s72() { int i = 3; const int ci = 4; return rv(i) * 100 + rv(ci) * 10 + rv(5); }
__device__ int s73() { return nt::sel(3) + nt::inner::sel(3) * 10; }
__device__ int s74() { return shadow(3); }
__device__ int s75() { return vt<int, 3>::sum(1, 2, 3); }
__device__ int s76() { Arr<int, 4> a; a.fill(3); a[2] = 1; return a.sum(); }
__device__ int s77() { return gcdr(48, 36) + pw<3>(2) * 100; }
__device__ int s78() { return clampx(15, 0, 9) + clampx(-5, 0, 9) * 10; }
__device__ int s79() { return seq<4>(); }
__device__ int s80() { return idx2(1, 2, 5); }
__device__ int s81() { return even_odd(5) * 10 + even_odd(4); }
__device__ int s82() { return Tr<float>::n + Tr<const float>::n * 10 + Tr<float*>::n * 100 + Tr<int>::n * 1000; }
__device__ int s83() { return enumf(Col::g) + (int)Col::b * 10; }
__device__ int s84() { return maxv(3, 9, 4); }
__device__ int s85() { return optsum(1) + optsum(1, 2) * 10 + optsum(1, 2, 3) * 100; }
__global__ void t0(int* o) { if (s0() != 10) o[0] = threadIdx.x; }
__global__ void f0(int* o) { if (s0() == 10) o[0] = threadIdx.x; }
__global__ void t1(int* o) { if (s1() != 13) o[0] = threadIdx.x; }
__global__ void f1(int* o) { if (s1() == 13) o[0] = threadIdx.x; }
__global__ void t2(int* o) { if (s2() != 6321) o[0] = threadIdx.x; }
__global__ void f2(int* o) { if (s2() == 6321) o[0] = threadIdx.x; }
__global__ void t3(int* o) { if (s3() != 12) o[0] = threadIdx.x; }
__global__ void f3(int* o) { if (s3() == 12) o[0] = threadIdx.x; }
__global__ void t4(int* o) { if (s4() != 13) o[0] = threadIdx.x; }
__global__ void f4(int* o) { if (s4() == 13) o[0] = threadIdx.x; }
__global__ void t5(int* o) { if (s5() != 3) o[0] = threadIdx.x; }
__global__ void f5(int* o) { if (s5() == 3) o[0] = threadIdx.x; }
__global__ void t6(int* o) { if (s6() != 125) o[0] = threadIdx.x; }
__global__ void f6(int* o) { if (s6() == 125) o[0] = threadIdx.x; }
__global__ void t7(int* o) { if (s7() != 23) o[0] = threadIdx.x; }
__global__ void f7(int* o) { if (s7() == 23) o[0] = threadIdx.x; }
__global__ void t8(int* o) { if (s8() != 123) o[0] = threadIdx.x; }
__global__ void f8(int* o) { if (s8() == 123) o[0] = threadIdx.x; }
__global__ void t9(int* o) { if (s9() != 11) o[0] = threadIdx.x; }
__global__ void f9(int* o) { if (s9() == 11) o[0] = threadIdx.x; }
__global__ void t10(int* o) { if (s10() != 91) o[0] = threadIdx.x; }
__global__ void f10(int* o) { if (s10() == 91) o[0] = threadIdx.x; }
__global__ void t11(int* o) { if (s11() != 85) o[0] = threadIdx.x; }
__global__ void f11(int* o) { if (s11() == 85) o[0] = threadIdx.x; }
__global__ void t12(int* o) { if (s12() != 136) o[0] = threadIdx.x; }
__global__ void f12(int* o) { if (s12() == 136) o[0] = threadIdx.x; }
__global__ void t13(int* o) { if (s13() != 4) o[0] = threadIdx.x; }
__global__ void f13(int* o) { if (s13() == 4) o[0] = threadIdx.x; }
__global__ void t14(int* o) { if (s14() != 82) o[0] = threadIdx.x; }
__global__ void f14(int* o) { if (s14() == 82) o[0] = threadIdx.x; }
__global__ void t15(int* o) { if (s15() != 1121) o[0] = threadIdx.x; }
__global__ void f15(int* o) { if (s15() == 1121) o[0] = threadIdx.x; }
__global__ void t16(int* o) { if (s16() != 1) o[0] = threadIdx.x; }
__global__ void f16(int* o) { if (s16() == 1) o[0] = threadIdx.x; }
__global__ void t17(int* o) { if (s17() != 44) o[0] = threadIdx.x; }
__global__ void f17(int* o) { if (s17() == 44) o[0] = threadIdx.x; }
__global__ void t18(int* o) { if (s18() != 424) o[0] = threadIdx.x; }
__global__ void f18(int* o) { if (s18() == 424) o[0] = threadIdx.x; }
__global__ void t19(int* o) { if (s19() != 347) o[0] = threadIdx.x; }
__global__ void f19(int* o) { if (s19() == 347) o[0] = threadIdx.x; }
__global__ void t20(int* o) { if (s20() != 23) o[0] = threadIdx.x; }
__global__ void f20(int* o) { if (s20() == 23) o[0] = threadIdx.x; }
__global__ void t21(int* o) { if (s21() != 45) o[0] = threadIdx.x; }
__global__ void f21(int* o) { if (s21() == 45) o[0] = threadIdx.x; }
__global__ void t22(int* o) { if (s22() != 10) o[0] = threadIdx.x; }
__global__ void f22(int* o) { if (s22() == 10) o[0] = threadIdx.x; }
__global__ void t23(int* o) { if (s23() != 2107) o[0] = threadIdx.x; }
__global__ void f23(int* o) { if (s23() == 2107) o[0] = threadIdx.x; }
__global__ void t24(int* o) { if (s24() != 25) o[0] = threadIdx.x; }
__global__ void f24(int* o) { if (s24() == 25) o[0] = threadIdx.x; }
__global__ void t25(int* o) { if (s25() != 5) o[0] = threadIdx.x; }
__global__ void f25(int* o) { if (s25() == 5) o[0] = threadIdx.x; }
__global__ void t26(int* o) { if (s26() != 3) o[0] = threadIdx.x; }
__global__ void f26(int* o) { if (s26() == 3) o[0] = threadIdx.x; }
__global__ void t27(int* o) { if (s27() != 7) o[0] = threadIdx.x; }
__global__ void f27(int* o) { if (s27() == 7) o[0] = threadIdx.x; }
__global__ void t28(int* o) { if (s28() != 5) o[0] = threadIdx.x; }
__global__ void f28(int* o) { if (s28() == 5) o[0] = threadIdx.x; }
__global__ void t29(int* o) { if (s29() != 6) o[0] = threadIdx.x; }
__global__ void f29(int* o) { if (s29() == 6) o[0] = threadIdx.x; }
__global__ void t30(int* o) { if (s30() != 20) o[0] = threadIdx.x; }
__global__ void f30(int* o) { if (s30() == 20) o[0] = threadIdx.x; }
__global__ void t31(int* o) { if (s31() != 35) o[0] = threadIdx.x; }
__global__ void f31(int* o) { if (s31() == 35) o[0] = threadIdx.x; }
__global__ void t32(int* o) { if (s32() != 98) o[0] = threadIdx.x; }
__global__ void f32(int* o) { if (s32() == 98) o[0] = threadIdx.x; }
__global__ void t33(int* o) { if (s33() != 6) o[0] = threadIdx.x; }
__global__ void f33(int* o) { if (s33() == 6) o[0] = threadIdx.x; }
__global__ void t34(int* o) { if (s34() != 15) o[0] = threadIdx.x; }
__global__ void f34(int* o) { if (s34() == 15) o[0] = threadIdx.x; }
__global__ void t35(int* o) { if (s35() != 6) o[0] = threadIdx.x; }
__global__ void f35(int* o) { if (s35() == 6) o[0] = threadIdx.x; }
__global__ void t36(int* o) { if (s36() != 2) o[0] = threadIdx.x; }
__global__ void f36(int* o) { if (s36() == 2) o[0] = threadIdx.x; }
__global__ void t37(int* o) { if (s37() != 142) o[0] = threadIdx.x; }
__global__ void f37(int* o) { if (s37() == 142) o[0] = threadIdx.x; }
__global__ void t38(int* o) { if (s38() != 3) o[0] = threadIdx.x; }
__global__ void f38(int* o) { if (s38() == 3) o[0] = threadIdx.x; }
__global__ void t39(int* o) { if (s39() != 3) o[0] = threadIdx.x; }
__global__ void f39(int* o) { if (s39() == 3) o[0] = threadIdx.x; }
__global__ void t40(int* o) { if (s40() != 254) o[0] = threadIdx.x; }
__global__ void f40(int* o) { if (s40() == 254) o[0] = threadIdx.x; }
__global__ void t41(int* o) { if (s41() != 65536) o[0] = threadIdx.x; }
__global__ void f41(int* o) { if (s41() == 65536) o[0] = threadIdx.x; }
__global__ void t42(int* o) { if (s42() != 0) o[0] = threadIdx.x; }
__global__ void f42(int* o) { if (s42() == 0) o[0] = threadIdx.x; }
__global__ void t43(int* o) { if (s43() != 1) o[0] = threadIdx.x; }
__global__ void f43(int* o) { if (s43() == 1) o[0] = threadIdx.x; }
__global__ void t44(int* o) { if (s44() != 1055) o[0] = threadIdx.x; }
__global__ void f44(int* o) { if (s44() == 1055) o[0] = threadIdx.x; }
__global__ void t45(int* o) { if (s45() != 1) o[0] = threadIdx.x; }
__global__ void f45(int* o) { if (s45() == 1) o[0] = threadIdx.x; }
__global__ void t46(int* o) { if (s46() != -5) o[0] = threadIdx.x; }
__global__ void f46(int* o) { if (s46() == -5) o[0] = threadIdx.x; }
__global__ void t47(int* o) { if (s47() != 1) o[0] = threadIdx.x; }
__global__ void f47(int* o) { if (s47() == 1) o[0] = threadIdx.x; }
__global__ void t48(int* o) { if (s48() != 15) o[0] = threadIdx.x; }
__global__ void f48(int* o) { if (s48() == 15) o[0] = threadIdx.x; }
__global__ void t49(int* o) { if (s49() != 1) o[0] = threadIdx.x; }
__global__ void f49(int* o) { if (s49() == 1) o[0] = threadIdx.x; }
__global__ void t50(int* o) { if (s50() != 1) o[0] = threadIdx.x; }
__global__ void f50(int* o) { if (s50() == 1) o[0] = threadIdx.x; }
__global__ void t51(int* o) { if (s51() != 84) o[0] = threadIdx.x; }
__global__ void f51(int* o) { if (s51() == 84) o[0] = threadIdx.x; }
__global__ void t52(int* o) { if (s52() != 1) o[0] = threadIdx.x; }
__global__ void f52(int* o) { if (s52() == 1) o[0] = threadIdx.x; }
__global__ void t53(int* o) { if (s53() != 3) o[0] = threadIdx.x; }
__global__ void f53(int* o) { if (s53() == 3) o[0] = threadIdx.x; }
__global__ void t54(int* o) { if (s54() != 3) o[0] = threadIdx.x; }
__global__ void f54(int* o) { if (s54() == 3) o[0] = threadIdx.x; }
__global__ void t55(int* o) { if (s55() != 20) o[0] = threadIdx.x; }
__global__ void f55(int* o) { if (s55() == 20) o[0] = threadIdx.x; }
__global__ void t56(int* o) { if (s56() != 23) o[0] = threadIdx.x; }
__global__ void f56(int* o) { if (s56() == 23) o[0] = threadIdx.x; }
__global__ void t57(int* o) { if (s57() != 1) o[0] = threadIdx.x; }
__global__ void f57(int* o) { if (s57() == 1) o[0] = threadIdx.x; }
__global__ void t58(int* o) { if (s58() != 1010) o[0] = threadIdx.x; }
__global__ void f58(int* o) { if (s58() == 1010) o[0] = threadIdx.x; }
__global__ void t59(int* o) { if (s59() != 1084) o[0] = threadIdx.x; }
__global__ void f59(int* o) { if (s59() == 1084) o[0] = threadIdx.x; }
__global__ void t60(int* o) { if (s60() != 373) o[0] = threadIdx.x; }
__global__ void f60(int* o) { if (s60() == 373) o[0] = threadIdx.x; }
__global__ void t61(int* o) { if (s61() != 344) o[0] = threadIdx.x; }
__global__ void f61(int* o) { if (s61() == 344) o[0] = threadIdx.x; }
__global__ void t62(int* o) { if (s62() != 5) o[0] = threadIdx.x; }
__global__ void f62(int* o) { if (s62() == 5) o[0] = threadIdx.x; }
__global__ void t63(int* o) { if (s63() != 32) o[0] = threadIdx.x; }
__global__ void f63(int* o) { if (s63() == 32) o[0] = threadIdx.x; }
__global__ void t64(int* o) { if (s64() != 14) o[0] = threadIdx.x; }
__global__ void f64(int* o) { if (s64() == 14) o[0] = threadIdx.x; }
__global__ void t65(int* o) { if (s65() != 10) o[0] = threadIdx.x; }
__global__ void f65(int* o) { if (s65() == 10) o[0] = threadIdx.x; }
__global__ void t66(int* o) { if (s66() != 3) o[0] = threadIdx.x; }
__global__ void f66(int* o) { if (s66() == 3) o[0] = threadIdx.x; }
__global__ void t67(int* o) { if (s67() != 49) o[0] = threadIdx.x; }
__global__ void f67(int* o) { if (s67() == 49) o[0] = threadIdx.x; }
__global__ void t68(int* o) { if (s68() != 14) o[0] = threadIdx.x; }
__global__ void f68(int* o) { if (s68() == 14) o[0] = threadIdx.x; }
__global__ void t69(int* o) { if (s69() != 123) o[0] = threadIdx.x; }
__global__ void f69(int* o) { if (s69() == 123) o[0] = threadIdx.x; }
__global__ void t70(int* o) { if (s70() != 22) o[0] = threadIdx.x; }
__global__ void f70(int* o) { if (s70() == 22) o[0] = threadIdx.x; }
__global__ void t71(int* o) { if (s71() != 12) o[0] = threadIdx.x; }
__global__ void f71(int* o) { if (s71() == 12) o[0] = threadIdx.x; }
__global__ void t72(int* o) { if (s72() != 123) o[0] = threadIdx.x; }
__global__ void f72(int* o) { if (s72() == 123) o[0] = threadIdx.x; }
__global__ void t73(int* o) { if (s73() != 63) o[0] = threadIdx.x; }
__global__ void f73(int* o) { if (s73() == 63) o[0] = threadIdx.x; }
__global__ void t74(int* o) { if (s74() != 16) o[0] = threadIdx.x; }
__global__ void f74(int* o) { if (s74() == 16) o[0] = threadIdx.x; }
__global__ void t75(int* o) { if (s75() != 9) o[0] = threadIdx.x; }
__global__ void f75(int* o) { if (s75() == 9) o[0] = threadIdx.x; }
__global__ void t76(int* o) { if (s76() != 10) o[0] = threadIdx.x; }
__global__ void f76(int* o) { if (s76() == 10) o[0] = threadIdx.x; }
__global__ void t77(int* o) { if (s77() != 812) o[0] = threadIdx.x; }
__global__ void f77(int* o) { if (s77() == 812) o[0] = threadIdx.x; }
__global__ void t78(int* o) { if (s78() != 9) o[0] = threadIdx.x; }
__global__ void f78(int* o) { if (s78() == 9) o[0] = threadIdx.x; }
__global__ void t79(int* o) { if (s79() != 15) o[0] = threadIdx.x; }
__global__ void f79(int* o) { if (s79() == 15) o[0] = threadIdx.x; }
__global__ void t80(int* o) { if (s80() != 7) o[0] = threadIdx.x; }
__global__ void f80(int* o) { if (s80() == 7) o[0] = threadIdx.x; }
__global__ void t81(int* o) { if (s81() != 21) o[0] = threadIdx.x; }
__global__ void f81(int* o) { if (s81() == 21) o[0] = threadIdx.x; }
__global__ void t82(int* o) { if (s82() != 1321) o[0] = threadIdx.x; }
__global__ void f82(int* o) { if (s82() == 1321) o[0] = threadIdx.x; }
__global__ void t83(int* o) { if (s83() != 72) o[0] = threadIdx.x; }
__global__ void f83(int* o) { if (s83() == 72) o[0] = threadIdx.x; }
__global__ void t84(int* o) { if (s84() != 9) o[0] = threadIdx.x; }
__global__ void f84(int* o) { if (s84() == 9) o[0] = threadIdx.x; }
__global__ void t85(int* o) { if (s85() != 759) o[0] = threadIdx.x; }
__global__ void f85(int* o) { if (s85() == 759) o[0] = threadIdx.x; }

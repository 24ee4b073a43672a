// A floating-point number of 16 bits and a pair of such, of the names that these macros say:
//   __heddle_short, __heddle_pair, __heddle_short_raw, __heddle_pair_raw   the types
//   __heddle_stored, __heddle_short_word                                   what holds one; half, bfloat16
// Read once for each of them. Bodies go to the stored values themselves: choosing among overloaded
// operators costs the compiler a hundred times as much as what is computed.

struct __heddle_short_raw {
  unsigned short x;
};
struct __heddle_pair_raw {
  unsigned short x, y;
};

struct __attribute__((aligned(2))) __heddle_short {
  __heddle_stored __x;

  __heddle_short() = default;
  __host__ __device__ constexpr __heddle_short(const __heddle_short_raw& raw) : __x(__builtin_bit_cast(__heddle_stored, raw.x)) {}
  __host__ __device__ constexpr __heddle_short(__heddle_stored value) : __x(value) {}
  __host__ __device__ static constexpr __heddle_short __of(float value) {
    __heddle_short number;
    number.__x = static_cast<__heddle_stored>(value);
    return number;
  }
#define __HEDDLE_FROM(type)                                                                        \
  __host__ __device__ constexpr __heddle_short(type value) : __x(static_cast<__heddle_stored>(static_cast<float>(value))) {}
  __HEDDLE_FROM(float)
  __HEDDLE_FROM(double)
  __HEDDLE_FROM(short)
  __HEDDLE_FROM(unsigned short)
  __HEDDLE_FROM(int)
  __HEDDLE_FROM(unsigned)
  __HEDDLE_FROM(long)
  __HEDDLE_FROM(unsigned long)
  __HEDDLE_FROM(long long)
  __HEDDLE_FROM(unsigned long long)
#undef __HEDDLE_FROM
  __host__ __device__ constexpr operator float() const { return static_cast<float>(__x); }
  __host__ __device__ operator __heddle_short_raw() const { return {__builtin_bit_cast(unsigned short, __x)}; }
#define __HEDDLE_TO(type)                                                                          \
  __host__ __device__ constexpr operator type() const { return static_cast<type>(static_cast<float>(__x)); }
  __HEDDLE_TO(signed char)
  __HEDDLE_TO(unsigned char)
  __HEDDLE_TO(char)
  __HEDDLE_TO(short)
  __HEDDLE_TO(unsigned short)
  __HEDDLE_TO(int)
  __HEDDLE_TO(unsigned)
  __HEDDLE_TO(long)
  __HEDDLE_TO(unsigned long)
  __HEDDLE_TO(long long)
  __HEDDLE_TO(unsigned long long)
#undef __HEDDLE_TO
  __host__ __device__ constexpr operator bool() const { return static_cast<float>(__x) != 0.0f; }
#define __HEDDLE_ASSIGN(type)                                                                      \
  __host__ __device__ __heddle_short& operator=(type value) {                                      \
    __x = static_cast<__heddle_stored>(static_cast<float>(value));                                 \
    return *this;                                                                                  \
  }
  __HEDDLE_ASSIGN(float)
  __HEDDLE_ASSIGN(double)
  __HEDDLE_ASSIGN(short)
  __HEDDLE_ASSIGN(unsigned short)
  __HEDDLE_ASSIGN(int)
  __HEDDLE_ASSIGN(unsigned)
  __HEDDLE_ASSIGN(long long)
  __HEDDLE_ASSIGN(unsigned long long)
#undef __HEDDLE_ASSIGN
  __host__ __device__ __heddle_short& operator=(const __heddle_short_raw& raw) {
    __x = __builtin_bit_cast(__heddle_stored, raw.x);
    return *this;
  }
};

struct __attribute__((aligned(4))) __heddle_pair {
  __heddle_short x, y;

  __heddle_pair() = default;
  __host__ __device__ constexpr __heddle_pair(const __heddle_short& a, const __heddle_short& b) : x(a), y(b) {}
  __host__ __device__ __heddle_pair(const __heddle_pair_raw& raw) : x(__heddle_short_raw{raw.x}), y(__heddle_short_raw{raw.y}) {}
  __host__ __device__ operator __heddle_pair_raw() const {
    return {__builtin_bit_cast(unsigned short, x.__x), __builtin_bit_cast(unsigned short, y.__x)};
  }
  __host__ __device__ static constexpr __heddle_pair __of(float a, float b) {
    return {__heddle_short::__of(a), __heddle_short::__of(b)};
  }
};

// ---- operators ----
#define __HEDDLE_ARITHMETIC(op)                                                                    \
  __heddle_both __heddle_short operator op(const __heddle_short& a, const __heddle_short& b) {     \
    return __heddle_short::__of(a.__x op b.__x);                                                   \
  }                                                                                                \
  __heddle_both __heddle_short& operator op##=(__heddle_short& a, const __heddle_short& b) {       \
    a.__x = static_cast<__heddle_stored>(a.__x op b.__x);                                          \
    return a;                                                                                      \
  }                                                                                                \
  __heddle_both __heddle_pair operator op(const __heddle_pair& a, const __heddle_pair& b) {        \
    return __heddle_pair::__of(a.x.__x op b.x.__x, a.y.__x op b.y.__x);                            \
  }                                                                                                \
  __heddle_both __heddle_pair& operator op##=(__heddle_pair& a, const __heddle_pair& b) {          \
    a.x.__x = static_cast<__heddle_stored>(a.x.__x op b.x.__x);                                    \
    a.y.__x = static_cast<__heddle_stored>(a.y.__x op b.y.__x);                                    \
    return a;                                                                                      \
  }
__HEDDLE_ARITHMETIC(+)
__HEDDLE_ARITHMETIC(-)
__HEDDLE_ARITHMETIC(*)
__HEDDLE_ARITHMETIC(/)
#undef __HEDDLE_ARITHMETIC
__heddle_both __heddle_short operator-(const __heddle_short& a) { return __heddle_short::__of(-a.__x); }
__heddle_both __heddle_short operator+(const __heddle_short& a) { return a; }
__heddle_both __heddle_pair operator-(const __heddle_pair& a) { return __heddle_pair::__of(-a.x.__x, -a.y.__x); }
__heddle_both __heddle_pair operator+(const __heddle_pair& a) { return a; }
#define __HEDDLE_STEP(op)                                                                          \
  __heddle_both __heddle_short& operator op##op(__heddle_short& a) {                               \
    a.__x = static_cast<__heddle_stored>(a.__x op 1.0f);                                           \
    return a;                                                                                      \
  }                                                                                                \
  __heddle_both __heddle_short operator op##op(__heddle_short& a, int) {                           \
    const __heddle_short old = a;                                                                  \
    a.__x = static_cast<__heddle_stored>(a.__x op 1.0f);                                           \
    return old;                                                                                    \
  }
__HEDDLE_STEP(+)
__HEDDLE_STEP(-)
#undef __HEDDLE_STEP
#define __HEDDLE_COMPARISON(op)                                                                    \
  __heddle_both bool operator op(const __heddle_short& a, const __heddle_short& b) {               \
    return a.__x op b.__x;                                                                         \
  }                                                                                                \
  __heddle_both bool operator op(const __heddle_pair& a, const __heddle_pair& b) {                 \
    return a.x.__x op b.x.__x && a.y.__x op b.y.__x;                                               \
  }
__HEDDLE_COMPARISON(==)
__HEDDLE_COMPARISON(!=)
__HEDDLE_COMPARISON(<)
__HEDDLE_COMPARISON(>)
__HEDDLE_COMPARISON(<=)
__HEDDLE_COMPARISON(>=)
#undef __HEDDLE_COMPARISON

// ---- conversions ----
#define __HEDDLE_JOIN(a, b, c) a##b##c
#define __HEDDLE_NAME(a, b, c) __HEDDLE_JOIN(a, b, c)
// What other roundings than the usual one give is not followed, but that it is another number.
#define __HEDDLE_FROM_FLOAT(rounding, function)                                                    \
  __heddle_both __heddle_short __HEDDLE_NAME(__float2, __heddle_short_word, rounding)(float x) {   \
    return __heddle_short::__of(function(x));                                                      \
  }
#define __HEDDLE_ROUNDED_BY(rounding)                                                              \
  extern "C" __device__ __heddle_pure float __HEDDLE_NAME(__heddle_, __heddle_short_word, _##rounding)(float x);
__HEDDLE_ROUNDED_BY(rz)
__HEDDLE_ROUNDED_BY(ru)
__HEDDLE_ROUNDED_BY(rd)
#undef __HEDDLE_ROUNDED_BY
__HEDDLE_FROM_FLOAT(, )
__HEDDLE_FROM_FLOAT(_rn, )
__HEDDLE_FROM_FLOAT(_rz, __HEDDLE_NAME(__heddle_, __heddle_short_word, _rz))
__HEDDLE_FROM_FLOAT(_ru, __HEDDLE_NAME(__heddle_, __heddle_short_word, _ru))
__HEDDLE_FROM_FLOAT(_rd, __HEDDLE_NAME(__heddle_, __heddle_short_word, _rd))
#undef __HEDDLE_FROM_FLOAT
__heddle_both __heddle_short __HEDDLE_NAME(__double2, __heddle_short_word, )(double x) { return __heddle_short::__of(static_cast<float>(x)); }
__heddle_both float __HEDDLE_NAME(__, __heddle_short_word, 2float)(__heddle_short x) { return x.__x; }
#define __HEDDLE_TO_INTEGER(type, short_of_type, rounding, rounded)                                \
  __heddle_both type __HEDDLE_NAME(__, __heddle_short_word, 2##short_of_type##_##rounding)(__heddle_short x) { \
    return static_cast<type>(rounded(static_cast<float>(x.__x)));                                  \
  }
#define __HEDDLE_INTEGER_ROUNDED(type, short_of_type, rounding, from, to)                          \
  __HEDDLE_TO_INTEGER(type, short_of_type, rounding, from)                                         \
  __heddle_both __heddle_short __HEDDLE_NAME(__##short_of_type##2, __heddle_short_word, _##rounding)(type x) { \
    return __heddle_short::__of(to(static_cast<float>(x)));                                        \
  }
// `wide`: the type of that kind to which numbers of 32 bits are rounded.
#define __HEDDLE_INTEGER(type, short_of_type, wide)                                                \
  __HEDDLE_INTEGER_ROUNDED(type, short_of_type, rn, __float2##wide##_rn, )                         \
  __HEDDLE_INTEGER_ROUNDED(type, short_of_type, rz, , __HEDDLE_NAME(__heddle_, __heddle_short_word, _rz)) \
  __HEDDLE_INTEGER_ROUNDED(type, short_of_type, ru, __float2##wide##_ru, __HEDDLE_NAME(__heddle_, __heddle_short_word, _ru)) \
  __HEDDLE_INTEGER_ROUNDED(type, short_of_type, rd, __float2##wide##_rd, __HEDDLE_NAME(__heddle_, __heddle_short_word, _rd))
__HEDDLE_INTEGER(int, int, int)
__HEDDLE_INTEGER(unsigned, uint, uint)
__HEDDLE_INTEGER(short, short, int)
__HEDDLE_INTEGER(unsigned short, ushort, uint)
__HEDDLE_INTEGER(long long, ll, ll)
__HEDDLE_INTEGER(unsigned long long, ull, ull)
__HEDDLE_TO_INTEGER(signed char, char, rz, )
__HEDDLE_TO_INTEGER(unsigned char, uchar, rz, )
#undef __HEDDLE_INTEGER
#undef __HEDDLE_INTEGER_ROUNDED
#undef __HEDDLE_TO_INTEGER
__heddle_both short __HEDDLE_NAME(__, __heddle_short_word, _as_short)(__heddle_short x) { return __builtin_bit_cast(short, x.__x); }
__heddle_both unsigned short __HEDDLE_NAME(__, __heddle_short_word, _as_ushort)(__heddle_short x) { return __builtin_bit_cast(unsigned short, x.__x); }
__heddle_both __heddle_short __HEDDLE_NAME(__short_as_, __heddle_short_word, )(short x) { return {__builtin_bit_cast(__heddle_stored, x)}; }
__heddle_both __heddle_short __HEDDLE_NAME(__ushort_as_, __heddle_short_word, )(unsigned short x) { return {__builtin_bit_cast(__heddle_stored, x)}; }
__heddle_both __heddle_pair __HEDDLE_NAME(make_, __heddle_short_word, 2)(__heddle_short a, __heddle_short b) { return {a, b}; }
__heddle_both __heddle_pair __HEDDLE_NAME(__halves2, __heddle_short_word, 2)(__heddle_short a, __heddle_short b) { return {a, b}; }
__heddle_both __heddle_pair __HEDDLE_NAME(__float2, __heddle_short_word, 2_rn)(float a) { return __heddle_pair::__of(a, a); }
__heddle_both __heddle_pair __HEDDLE_NAME(__floats2, __heddle_short_word, 2_rn)(float a, float b) { return __heddle_pair::__of(a, b); }
__heddle_both __heddle_pair __HEDDLE_NAME(__float22, __heddle_short_word, 2_rn)(float2 a) { return __heddle_pair::__of(a.x, a.y); }
__heddle_both float2 __HEDDLE_NAME(__, __heddle_short_word, 22float2)(__heddle_pair a) { return {a.x.__x, a.y.__x}; }
__heddle_both __heddle_short __HEDDLE_NAME(__low2, __heddle_short_word, )(__heddle_pair a) { return a.x; }
__heddle_both __heddle_short __HEDDLE_NAME(__high2, __heddle_short_word, )(__heddle_pair a) { return a.y; }
__heddle_both __heddle_pair __HEDDLE_NAME(__low2, __heddle_short_word, 2)(__heddle_pair a) { return {a.x, a.x}; }
__heddle_both __heddle_pair __HEDDLE_NAME(__high2, __heddle_short_word, 2)(__heddle_pair a) { return {a.y, a.y}; }
__heddle_both __heddle_pair __HEDDLE_NAME(__lows2, __heddle_short_word, 2)(__heddle_pair a, __heddle_pair b) { return {a.x, b.x}; }
__heddle_both __heddle_pair __HEDDLE_NAME(__highs2, __heddle_short_word, 2)(__heddle_pair a, __heddle_pair b) { return {a.y, b.y}; }
#undef __HEDDLE_NAME
#undef __HEDDLE_JOIN
__heddle_both __heddle_pair __lowhigh2highlow(__heddle_pair a) { return {a.y, a.x}; }
__heddle_both float __low2float(__heddle_pair a) { return a.x.__x; }
__heddle_both float __high2float(__heddle_pair a) { return a.y.__x; }

// ---- arithmetic ----
#define __HEDDLE_NAMED(name, pair_name, op)                                                        \
  __heddle_both __heddle_short name(__heddle_short a, __heddle_short b) {                          \
    return __heddle_short::__of(a.__x op b.__x);                                                   \
  }                                                                                                \
  __heddle_both __heddle_pair pair_name(__heddle_pair a, __heddle_pair b) {                        \
    return __heddle_pair::__of(a.x.__x op b.x.__x, a.y.__x op b.y.__x);                            \
  }
#define __HEDDLE_SATURATED(name, pair_name, op)                                                    \
  __heddle_both __heddle_short name(__heddle_short a, __heddle_short b) {                          \
    return __heddle_short::__of(__saturatef(a.__x op b.__x));                                      \
  }                                                                                                \
  __heddle_both __heddle_pair pair_name(__heddle_pair a, __heddle_pair b) {                        \
    return __heddle_pair::__of(__saturatef(a.x.__x op b.x.__x), __saturatef(a.y.__x op b.y.__x));  \
  }
__HEDDLE_NAMED(__hadd, __hadd2, +)
__HEDDLE_NAMED(__hadd_rn, __hadd2_rn, +)
__HEDDLE_NAMED(__hsub, __hsub2, -)
__HEDDLE_NAMED(__hsub_rn, __hsub2_rn, -)
__HEDDLE_NAMED(__hmul, __hmul2, *)
__HEDDLE_NAMED(__hmul_rn, __hmul2_rn, *)
__HEDDLE_NAMED(__hdiv, __h2div, /)
__HEDDLE_NAMED(__hdiv_rn, __h2div_rn, /)
__HEDDLE_SATURATED(__hadd_sat, __hadd2_sat, +)
__HEDDLE_SATURATED(__hsub_sat, __hsub2_sat, -)
__HEDDLE_SATURATED(__hmul_sat, __hmul2_sat, *)
__HEDDLE_SATURATED(__hdiv_sat, __h2div_sat, /)
#undef __HEDDLE_SATURATED
#undef __HEDDLE_NAMED
#define __HEDDLE_FUSED(name, pair_name, of)                                                        \
  __heddle_both __heddle_short name(__heddle_short a, __heddle_short b, __heddle_short c) {        \
    return __heddle_short::__of(of(a.__x * b.__x + c.__x));                                        \
  }                                                                                                \
  __heddle_both __heddle_pair pair_name(__heddle_pair a, __heddle_pair b, __heddle_pair c) {       \
    return {name(a.x, b.x, c.x), name(a.y, b.y, c.y)};                                             \
  }
#define __HEDDLE_SAME(x) (x)
#define __HEDDLE_RELU(x) fmaxf(x, 0.0f)
__HEDDLE_FUSED(__hfma, __hfma2, __HEDDLE_SAME)
__HEDDLE_FUSED(__hfma_sat, __hfma2_sat, __saturatef)
__HEDDLE_FUSED(__hfma_relu, __hfma2_relu, __HEDDLE_RELU)
#undef __HEDDLE_RELU
#undef __HEDDLE_SAME
#undef __HEDDLE_FUSED
__heddle_both __heddle_pair __hcmadd(__heddle_pair a, __heddle_pair b, __heddle_pair c) {
  return __heddle_pair::__of(a.x.__x * b.x.__x - a.y.__x * b.y.__x + c.x.__x, a.x.__x * b.y.__x + a.y.__x * b.x.__x + c.y.__x);
}
__heddle_both __heddle_short __hneg(__heddle_short a) { return __heddle_short::__of(-a.__x); }
__heddle_both __heddle_pair __hneg2(__heddle_pair a) { return __heddle_pair::__of(-a.x.__x, -a.y.__x); }
__heddle_both __heddle_short __habs(__heddle_short a) { return __heddle_short::__of(fabsf(a.__x)); }
__heddle_both __heddle_pair __habs2(__heddle_pair a) { return {__habs(a.x), __habs(a.y)}; }
extern "C" {
__device__ __heddle_pure float __heddle_fmax_nan(float a, float b);
__device__ __heddle_pure float __heddle_fmin_nan(float a, float b);
__device__ __heddle_pure float __heddle_tanh_approx(float x);
}
#define __HEDDLE_EXTREME(name, pair_name, function)                                                \
  __heddle_both __heddle_short name(__heddle_short a, __heddle_short b) {                          \
    return __heddle_short::__of(function(a.__x, b.__x));                                           \
  }                                                                                                \
  __heddle_both __heddle_pair pair_name(__heddle_pair a, __heddle_pair b) { return {name(a.x, b.x), name(a.y, b.y)}; }
__HEDDLE_EXTREME(__hmax, __hmax2, fmaxf)
__HEDDLE_EXTREME(__hmax_nan, __hmax2_nan, __heddle_fmax_nan)
__HEDDLE_EXTREME(__hmin, __hmin2, fminf)
__HEDDLE_EXTREME(__hmin_nan, __hmin2_nan, __heddle_fmin_nan)
#undef __HEDDLE_EXTREME

// ---- comparisons; with u: true where one is no number ----
// Of a and b: `ordered`, neither is no number, and ..; `or_not`, or one is no number.
#define __HEDDLE_COMPARED(name, ordered, or_not)                                                   \
  __heddle_both bool __h##name(__heddle_short x, __heddle_short y) {                               \
    const auto a = x.__x, b = y.__x;                                                               \
    return ordered;                                                                                \
  }                                                                                                \
  __heddle_both bool __h##name##u(__heddle_short x, __heddle_short y) {                            \
    const auto a = x.__x, b = y.__x;                                                               \
    return or_not;                                                                                 \
  }                                                                                                \
  __heddle_both bool __hb##name##2(__heddle_pair a, __heddle_pair b) { return __h##name(a.x, b.x) && __h##name(a.y, b.y); } \
  __heddle_both bool __hb##name##u2(__heddle_pair a, __heddle_pair b) { return __h##name##u(a.x, b.x) && __h##name##u(a.y, b.y); } \
  __heddle_both __heddle_pair __h##name##2(__heddle_pair a, __heddle_pair b) {                     \
    return __heddle_pair::__of(__h##name(a.x, b.x) ? 1.0f : 0.0f, __h##name(a.y, b.y) ? 1.0f : 0.0f); \
  }                                                                                                \
  __heddle_both unsigned __h##name##2_mask(__heddle_pair a, __heddle_pair b) {                     \
    return (__h##name(a.x, b.x) ? 0xffffu : 0u) | (__h##name(a.y, b.y) ? 0xffff0000u : 0u);        \
  }
__HEDDLE_COMPARED(eq, a == b, !(a < b) && !(a > b))
__HEDDLE_COMPARED(ne, a < b || a > b, a != b)
__HEDDLE_COMPARED(lt, a < b, !(a >= b))
__HEDDLE_COMPARED(gt, a > b, !(a <= b))
__HEDDLE_COMPARED(le, a <= b, !(a > b))
__HEDDLE_COMPARED(ge, a >= b, !(a < b))
#undef __HEDDLE_COMPARED
__heddle_both bool __hisnan(__heddle_short a) { return a.__x != a.__x; }
__heddle_both int __hisinf(__heddle_short a) { return isinf(static_cast<float>(a.__x)); }
__heddle_both __heddle_pair __hisnan2(__heddle_pair a) { return __heddle_pair::__of(a.x.__x != a.x.__x ? 1.0f : 0.0f, a.y.__x != a.y.__x ? 1.0f : 0.0f); }

// ---- functions ----
#define __HEDDLE_FUNCTION(name, pair_name, function)                                               \
  __heddle_both __heddle_short name(__heddle_short a) { return __heddle_short::__of(function(a.__x)); } \
  __heddle_both __heddle_pair pair_name(__heddle_pair a) { return {name(a.x), name(a.y)}; }
#define __HEDDLE_RECIPROCAL(x) 1.0f / x
__HEDDLE_FUNCTION(hsqrt, h2sqrt, sqrtf)
__HEDDLE_FUNCTION(hrsqrt, h2rsqrt, rsqrtf)
__HEDDLE_FUNCTION(hexp, h2exp, expf)
__HEDDLE_FUNCTION(hexp2, h2exp2, exp2f)
__HEDDLE_FUNCTION(hexp10, h2exp10, exp10f)
__HEDDLE_FUNCTION(hlog, h2log, logf)
__HEDDLE_FUNCTION(hlog2, h2log2, log2f)
__HEDDLE_FUNCTION(hlog10, h2log10, log10f)
__HEDDLE_FUNCTION(hsin, h2sin, sinf)
__HEDDLE_FUNCTION(hcos, h2cos, cosf)
__HEDDLE_FUNCTION(htanh, h2tanh, tanhf)
__HEDDLE_FUNCTION(hceil, h2ceil, ceilf)
__HEDDLE_FUNCTION(hfloor, h2floor, floorf)
__HEDDLE_FUNCTION(htrunc, h2trunc, truncf)
__HEDDLE_FUNCTION(hrint, h2rint, rintf)
__HEDDLE_FUNCTION(hrcp, h2rcp, __HEDDLE_RECIPROCAL)
__HEDDLE_FUNCTION(htanh_approx, h2tanh_approx, __heddle_tanh_approx)
#undef __HEDDLE_RECIPROCAL
#undef __HEDDLE_FUNCTION

// ---- of a warp, and atomic ----
#define __HEDDLE_SHUFFLE(name, ...)                                                                \
  __heddle_device __heddle_short name(unsigned mask, __heddle_short value, __VA_ARGS__, int width = 32) { \
    return {__heddle::shuffle_other(mask, value.__x)};                                             \
  }                                                                                                \
  __heddle_device __heddle_pair name(unsigned mask, __heddle_pair value, __VA_ARGS__, int width = 32) { \
    return {{__heddle::shuffle_other(mask, value.x.__x)}, {__heddle::shuffle_other(mask, value.y.__x)}}; \
  }
__HEDDLE_SHUFFLE(__shfl_up_sync, unsigned delta)
__HEDDLE_SHUFFLE(__shfl_down_sync, unsigned delta)
__HEDDLE_SHUFFLE(__shfl_xor_sync, int lanes)
#undef __HEDDLE_SHUFFLE
__heddle_device __heddle_short __shfl_sync(unsigned mask, __heddle_short value, int lane, int width = 32) {
  return {__heddle::shuffle(mask, value.__x, lane, width)};
}
__heddle_device __heddle_pair __shfl_sync(unsigned mask, __heddle_pair value, int lane, int width = 32) {
  return {{__heddle::shuffle(mask, value.x.__x, lane, width)}, {__heddle::shuffle(mask, value.y.__x, lane, width)}};
}
__heddle_device __heddle_short atomicAdd(__heddle_short* at, __heddle_short value) {
  return {__heddle::atomic_add(&at->__x, value.__x, __heddle::device_scope, __heddle::relaxed)};
}
// Each of the two is atomic by itself.
__heddle_device __heddle_pair atomicAdd(__heddle_pair* at, __heddle_pair value) {
  return {atomicAdd(&at->x, value.x), atomicAdd(&at->y, value.y)};
}

#undef __heddle_short
#undef __heddle_pair
#undef __heddle_short_raw
#undef __heddle_pair_raw
#undef __heddle_stored
#undef __heddle_short_word

// Numbers of 16 bits (half), and pairs of them.
#pragma once

struct __half;
struct __half2;
struct __half_raw {
  unsigned short x;
};
struct __half2_raw {
  unsigned short x, y;
};

struct __attribute__((aligned(2))) __half {
  _Float16 __x;

  __half() = default;
  __host__ __device__ constexpr __half(const __half_raw& raw) : __x(__builtin_bit_cast(_Float16, raw.x)) {}
  __host__ __device__ constexpr __half(_Float16 value) : __x(value) {}
#define __HEDDLE_FROM(type)                                                                        \
  __host__ __device__ constexpr __half(type value) : __x(static_cast<_Float16>(static_cast<float>(value))) {}
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
  __host__ __device__ operator __half_raw() const { return {__builtin_bit_cast(unsigned short, __x)}; }
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
  __host__ __device__ __half& operator=(type value) {                                                \
    __x = static_cast<_Float16>(static_cast<float>(value));                                        \
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
  __host__ __device__ __half& operator=(const __half_raw& raw) {
    __x = __builtin_bit_cast(_Float16, raw.x);
    return *this;
  }
};

struct __attribute__((aligned(4))) __half2 {
  __half x, y;

  __half2() = default;
  __host__ __device__ constexpr __half2(const __half& a, const __half& b) : x(a), y(b) {}
  __host__ __device__ __half2(const __half2_raw& raw) : x(__half_raw{raw.x}), y(__half_raw{raw.y}) {}
  __host__ __device__ operator __half2_raw() const {
    return {__builtin_bit_cast(unsigned short, x.__x), __builtin_bit_cast(unsigned short, y.__x)};
  }
};
typedef __half half;
typedef __half2 half2;
typedef __half __nv_half;
typedef __half2 __nv_half2;
typedef __half nv_half;
typedef __half2 nv_half2;

// ---- operators ----
__heddle_both __half operator+(const __half& a, const __half& b) { return {static_cast<_Float16>(a.__x + b.__x)}; }
__heddle_both __half& operator+=(__half& a, const __half& b) { return a = a + b; }
__heddle_both __half2 operator+(const __half2& a, const __half2& b) { return {a.x + b.x, a.y + b.y}; }
__heddle_both __half2& operator+=(__half2& a, const __half2& b) { return a = a + b; }
__heddle_both __half operator-(const __half& a, const __half& b) { return {static_cast<_Float16>(a.__x - b.__x)}; }
__heddle_both __half& operator-=(__half& a, const __half& b) { return a = a - b; }
__heddle_both __half2 operator-(const __half2& a, const __half2& b) { return {a.x - b.x, a.y - b.y}; }
__heddle_both __half2& operator-=(__half2& a, const __half2& b) { return a = a - b; }
__heddle_both __half operator*(const __half& a, const __half& b) { return {static_cast<_Float16>(a.__x * b.__x)}; }
__heddle_both __half& operator*=(__half& a, const __half& b) { return a = a * b; }
__heddle_both __half2 operator*(const __half2& a, const __half2& b) { return {a.x * b.x, a.y * b.y}; }
__heddle_both __half2& operator*=(__half2& a, const __half2& b) { return a = a * b; }
__heddle_both __half operator/(const __half& a, const __half& b) { return {static_cast<_Float16>(a.__x / b.__x)}; }
__heddle_both __half& operator/=(__half& a, const __half& b) { return a = a / b; }
__heddle_both __half2 operator/(const __half2& a, const __half2& b) { return {a.x / b.x, a.y / b.y}; }
__heddle_both __half2& operator/=(__half2& a, const __half2& b) { return a = a / b; }
__heddle_both __half operator-(const __half& a) { return {static_cast<_Float16>(-a.__x)}; }
__heddle_both __half operator+(const __half& a) { return a; }
__heddle_both __half2 operator-(const __half2& a) { return {-a.x, -a.y}; }
__heddle_both __half2 operator+(const __half2& a) { return a; }
__heddle_both __half& operator++(__half& a) { return a = a + __half(1.0f); }
__heddle_both __half& operator--(__half& a) { return a = a - __half(1.0f); }
__heddle_both __half operator++(__half& a, int) {
  const __half old = a;
  ++a;
  return old;
}
__heddle_both __half operator--(__half& a, int) {
  const __half old = a;
  --a;
  return old;
}
__heddle_both bool operator==(const __half& a, const __half& b) { return a.__x == b.__x; }
__heddle_both bool operator==(const __half2& a, const __half2& b) { return a.x == b.x && a.y == b.y; }
__heddle_both bool operator!=(const __half& a, const __half& b) { return a.__x != b.__x; }
__heddle_both bool operator!=(const __half2& a, const __half2& b) { return a.x != b.x && a.y != b.y; }
__heddle_both bool operator<(const __half& a, const __half& b) { return a.__x < b.__x; }
__heddle_both bool operator<(const __half2& a, const __half2& b) { return a.x < b.x && a.y < b.y; }
__heddle_both bool operator>(const __half& a, const __half& b) { return a.__x > b.__x; }
__heddle_both bool operator>(const __half2& a, const __half2& b) { return a.x > b.x && a.y > b.y; }
__heddle_both bool operator<=(const __half& a, const __half& b) { return a.__x <= b.__x; }
__heddle_both bool operator<=(const __half2& a, const __half2& b) { return a.x <= b.x && a.y <= b.y; }
__heddle_both bool operator>=(const __half& a, const __half& b) { return a.__x >= b.__x; }
__heddle_both bool operator>=(const __half2& a, const __half2& b) { return a.x >= b.x && a.y >= b.y; }

// ---- conversions ----
__heddle_both __half __float2half(float x) { return __half(x); }
__heddle_both __half __float2half_rn(float x) { return __half(x); }
__heddle_both __half __float2half_rz(float x) { return __half(x); }
__heddle_both __half __float2half_ru(float x) { return __half(x); }
__heddle_both __half __float2half_rd(float x) { return __half(x); }
__heddle_both __half __double2half(double x) { return __half(x); }
__heddle_both float __half2float(__half x) { return static_cast<float>(x); }
__heddle_both int __half2int_rn(__half x) { return static_cast<int>(x); }
__heddle_both __half __int2half_rn(int x) { return __half(x); }
__heddle_both int __half2int_rz(__half x) { return static_cast<int>(x); }
__heddle_both __half __int2half_rz(int x) { return __half(x); }
__heddle_both int __half2int_ru(__half x) { return static_cast<int>(x); }
__heddle_both __half __int2half_ru(int x) { return __half(x); }
__heddle_both int __half2int_rd(__half x) { return static_cast<int>(x); }
__heddle_both __half __int2half_rd(int x) { return __half(x); }
__heddle_both unsigned __half2uint_rn(__half x) { return static_cast<unsigned>(x); }
__heddle_both __half __uint2half_rn(unsigned x) { return __half(x); }
__heddle_both unsigned __half2uint_rz(__half x) { return static_cast<unsigned>(x); }
__heddle_both __half __uint2half_rz(unsigned x) { return __half(x); }
__heddle_both unsigned __half2uint_ru(__half x) { return static_cast<unsigned>(x); }
__heddle_both __half __uint2half_ru(unsigned x) { return __half(x); }
__heddle_both unsigned __half2uint_rd(__half x) { return static_cast<unsigned>(x); }
__heddle_both __half __uint2half_rd(unsigned x) { return __half(x); }
__heddle_both short __half2short_rn(__half x) { return static_cast<short>(x); }
__heddle_both __half __short2half_rn(short x) { return __half(x); }
__heddle_both short __half2short_rz(__half x) { return static_cast<short>(x); }
__heddle_both __half __short2half_rz(short x) { return __half(x); }
__heddle_both short __half2short_ru(__half x) { return static_cast<short>(x); }
__heddle_both __half __short2half_ru(short x) { return __half(x); }
__heddle_both short __half2short_rd(__half x) { return static_cast<short>(x); }
__heddle_both __half __short2half_rd(short x) { return __half(x); }
__heddle_both unsigned short __half2ushort_rn(__half x) { return static_cast<unsigned short>(x); }
__heddle_both __half __ushort2half_rn(unsigned short x) { return __half(x); }
__heddle_both unsigned short __half2ushort_rz(__half x) { return static_cast<unsigned short>(x); }
__heddle_both __half __ushort2half_rz(unsigned short x) { return __half(x); }
__heddle_both unsigned short __half2ushort_ru(__half x) { return static_cast<unsigned short>(x); }
__heddle_both __half __ushort2half_ru(unsigned short x) { return __half(x); }
__heddle_both unsigned short __half2ushort_rd(__half x) { return static_cast<unsigned short>(x); }
__heddle_both __half __ushort2half_rd(unsigned short x) { return __half(x); }
__heddle_both long long __half2ll_rn(__half x) { return static_cast<long long>(x); }
__heddle_both __half __ll2half_rn(long long x) { return __half(x); }
__heddle_both long long __half2ll_rz(__half x) { return static_cast<long long>(x); }
__heddle_both __half __ll2half_rz(long long x) { return __half(x); }
__heddle_both long long __half2ll_ru(__half x) { return static_cast<long long>(x); }
__heddle_both __half __ll2half_ru(long long x) { return __half(x); }
__heddle_both long long __half2ll_rd(__half x) { return static_cast<long long>(x); }
__heddle_both __half __ll2half_rd(long long x) { return __half(x); }
__heddle_both unsigned long long __half2ull_rn(__half x) { return static_cast<unsigned long long>(x); }
__heddle_both __half __ull2half_rn(unsigned long long x) { return __half(x); }
__heddle_both unsigned long long __half2ull_rz(__half x) { return static_cast<unsigned long long>(x); }
__heddle_both __half __ull2half_rz(unsigned long long x) { return __half(x); }
__heddle_both unsigned long long __half2ull_ru(__half x) { return static_cast<unsigned long long>(x); }
__heddle_both __half __ull2half_ru(unsigned long long x) { return __half(x); }
__heddle_both unsigned long long __half2ull_rd(__half x) { return static_cast<unsigned long long>(x); }
__heddle_both __half __ull2half_rd(unsigned long long x) { return __half(x); }
__heddle_both signed char __half2char_rz(__half x) { return static_cast<signed char>(x); }
__heddle_both unsigned char __half2uchar_rz(__half x) { return static_cast<unsigned char>(x); }
__heddle_both short __half_as_short(__half x) { return __builtin_bit_cast(short, x.__x); }
__heddle_both unsigned short __half_as_ushort(__half x) { return __builtin_bit_cast(unsigned short, x.__x); }
__heddle_both __half __short_as_half(short x) { return {__builtin_bit_cast(_Float16, x)}; }
__heddle_both __half __ushort_as_half(unsigned short x) { return {__builtin_bit_cast(_Float16, x)}; }
__heddle_both __half2 make_half2(__half a, __half b) { return {a, b}; }
__heddle_both __half2 __half2half2(__half a) { return {a, a}; }
__heddle_both __half2 __halves2half2(__half a, __half b) { return {a, b}; }
__heddle_both __half2 __float2half2_rn(float a) { return {__half(a), __half(a)}; }
__heddle_both __half2 __floats2half2_rn(float a, float b) { return {__half(a), __half(b)}; }
__heddle_both __half2 __float22half2_rn(float2 a) { return {__half(a.x), __half(a.y)}; }
__heddle_both float2 __half22float2(__half2 a) { return {static_cast<float>(a.x), static_cast<float>(a.y)}; }
__heddle_both __half __low2half(__half2 a) { return a.x; }
__heddle_both __half __high2half(__half2 a) { return a.y; }
__heddle_both __half2 __low2half2(__half2 a) { return {a.x, a.x}; }
__heddle_both __half2 __high2half2(__half2 a) { return {a.y, a.y}; }
__heddle_both __half2 __lows2half2(__half2 a, __half2 b) { return {a.x, b.x}; }
__heddle_both __half2 __highs2half2(__half2 a, __half2 b) { return {a.y, b.y}; }
__heddle_both __half2 __lowhigh2highlow(__half2 a) { return {a.y, a.x}; }
__heddle_both float __low2float(__half2 a) { return static_cast<float>(a.x); }
__heddle_both float __high2float(__half2 a) { return static_cast<float>(a.y); }

// ---- arithmetic ----
__heddle_both __half __hadd(__half a, __half b) { return a + b; }
__heddle_both __half2 __hadd2(__half2 a, __half2 b) { return a + b; }
__heddle_both __half __hadd_rn(__half a, __half b) { return a + b; }
__heddle_both __half2 __hadd2_rn(__half2 a, __half2 b) { return a + b; }
__heddle_both __half __hadd_sat(__half a, __half b) { return __half(__saturatef(static_cast<float>(a + b))); }
__heddle_both __half2 __hadd2_sat(__half2 a, __half2 b) { return {__hadd_sat(a.x, b.x), __hadd_sat(a.y, b.y)}; }
__heddle_both __half __hsub(__half a, __half b) { return a - b; }
__heddle_both __half2 __hsub2(__half2 a, __half2 b) { return a - b; }
__heddle_both __half __hsub_rn(__half a, __half b) { return a - b; }
__heddle_both __half2 __hsub2_rn(__half2 a, __half2 b) { return a - b; }
__heddle_both __half __hsub_sat(__half a, __half b) { return __half(__saturatef(static_cast<float>(a - b))); }
__heddle_both __half2 __hsub2_sat(__half2 a, __half2 b) { return {__hsub_sat(a.x, b.x), __hsub_sat(a.y, b.y)}; }
__heddle_both __half __hmul(__half a, __half b) { return a * b; }
__heddle_both __half2 __hmul2(__half2 a, __half2 b) { return a * b; }
__heddle_both __half __hmul_rn(__half a, __half b) { return a * b; }
__heddle_both __half2 __hmul2_rn(__half2 a, __half2 b) { return a * b; }
__heddle_both __half __hmul_sat(__half a, __half b) { return __half(__saturatef(static_cast<float>(a * b))); }
__heddle_both __half2 __hmul2_sat(__half2 a, __half2 b) { return {__hmul_sat(a.x, b.x), __hmul_sat(a.y, b.y)}; }
__heddle_both __half __hdiv(__half a, __half b) { return a / b; }
__heddle_both __half2 __h2div(__half2 a, __half2 b) { return a / b; }
__heddle_both __half __hdiv_rn(__half a, __half b) { return a / b; }
__heddle_both __half __hdiv_sat(__half a, __half b) { return __half(__saturatef(static_cast<float>(a / b))); }
__heddle_both __half __hfma(__half a, __half b, __half c) { return a * b + c; }
__heddle_both __half2 __hfma2(__half2 a, __half2 b, __half2 c) { return {__hfma(a.x, b.x, c.x), __hfma(a.y, b.y, c.y)}; }
__heddle_both __half __hfma_sat(__half a, __half b, __half c) { return __half(__saturatef(static_cast<float>(a * b + c))); }
__heddle_both __half2 __hfma2_sat(__half2 a, __half2 b, __half2 c) { return {__hfma_sat(a.x, b.x, c.x), __hfma_sat(a.y, b.y, c.y)}; }
__heddle_both __half __hfma_relu(__half a, __half b, __half c) { return __half(fmaxf(static_cast<float>(a * b + c), 0.0f)); }
__heddle_both __half2 __hfma2_relu(__half2 a, __half2 b, __half2 c) { return {__hfma_relu(a.x, b.x, c.x), __hfma_relu(a.y, b.y, c.y)}; }
__heddle_both __half2 __hcmadd(__half2 a, __half2 b, __half2 c) {
  return {a.x * b.x - a.y * b.y + c.x, a.x * b.y + a.y * b.x + c.y};
}
__heddle_both __half __hneg(__half a) { return -a; }
__heddle_both __half2 __hneg2(__half2 a) { return -a; }
__heddle_both __half __habs(__half a) { return __half(fabsf(static_cast<float>(a))); }
__heddle_both __half2 __habs2(__half2 a) { return {__habs(a.x), __habs(a.y)}; }
__heddle_both __half __hmax(__half a, __half b) { return __half(fmaxf(static_cast<float>(a), static_cast<float>(b))); }
__heddle_both __half2 __hmax2(__half2 a, __half2 b) { return {__hmax(a.x, b.x), __hmax(a.y, b.y)}; }
__heddle_both __half __hmax_nan(__half a, __half b) { return __half(fmaxf(static_cast<float>(a), static_cast<float>(b))); }
__heddle_both __half2 __hmax2_nan(__half2 a, __half2 b) { return {__hmax(a.x, b.x), __hmax(a.y, b.y)}; }
__heddle_both __half __hmin(__half a, __half b) { return __half(fminf(static_cast<float>(a), static_cast<float>(b))); }
__heddle_both __half2 __hmin2(__half2 a, __half2 b) { return {__hmin(a.x, b.x), __hmin(a.y, b.y)}; }
__heddle_both __half __hmin_nan(__half a, __half b) { return __half(fminf(static_cast<float>(a), static_cast<float>(b))); }
__heddle_both __half2 __hmin2_nan(__half2 a, __half2 b) { return {__hmin(a.x, b.x), __hmin(a.y, b.y)}; }

// ---- comparisons; with u: true where one is no number ----
__heddle_both bool __heq(__half a, __half b) { return a == b; }
__heddle_both bool __hequ(__half a, __half b) { return !(a != b); }
__heddle_both bool __hbeq2(__half2 a, __half2 b) { return a.x == b.x && a.y == b.y; }
__heddle_both bool __hbequ2(__half2 a, __half2 b) { return __hequ(a.x, b.x) && __hequ(a.y, b.y); }
__heddle_both __half2 __heq2(__half2 a, __half2 b) { return {__half(a.x == b.x ? 1.0f : 0.0f), __half(a.y == b.y ? 1.0f : 0.0f)}; }
__heddle_both unsigned __heq2_mask(__half2 a, __half2 b) { return (a.x == b.x ? 0xffffu : 0u) | (a.y == b.y ? 0xffff0000u : 0u); }
__heddle_both bool __hne(__half a, __half b) { return a != b; }
__heddle_both bool __hneu(__half a, __half b) { return !(a == b); }
__heddle_both bool __hbne2(__half2 a, __half2 b) { return a.x != b.x && a.y != b.y; }
__heddle_both bool __hbneu2(__half2 a, __half2 b) { return __hneu(a.x, b.x) && __hneu(a.y, b.y); }
__heddle_both __half2 __hne2(__half2 a, __half2 b) { return {__half(a.x != b.x ? 1.0f : 0.0f), __half(a.y != b.y ? 1.0f : 0.0f)}; }
__heddle_both unsigned __hne2_mask(__half2 a, __half2 b) { return (a.x != b.x ? 0xffffu : 0u) | (a.y != b.y ? 0xffff0000u : 0u); }
__heddle_both bool __hlt(__half a, __half b) { return a < b; }
__heddle_both bool __hltu(__half a, __half b) { return !(a >= b); }
__heddle_both bool __hblt2(__half2 a, __half2 b) { return a.x < b.x && a.y < b.y; }
__heddle_both bool __hbltu2(__half2 a, __half2 b) { return __hltu(a.x, b.x) && __hltu(a.y, b.y); }
__heddle_both __half2 __hlt2(__half2 a, __half2 b) { return {__half(a.x < b.x ? 1.0f : 0.0f), __half(a.y < b.y ? 1.0f : 0.0f)}; }
__heddle_both unsigned __hlt2_mask(__half2 a, __half2 b) { return (a.x < b.x ? 0xffffu : 0u) | (a.y < b.y ? 0xffff0000u : 0u); }
__heddle_both bool __hgt(__half a, __half b) { return a > b; }
__heddle_both bool __hgtu(__half a, __half b) { return !(a <= b); }
__heddle_both bool __hbgt2(__half2 a, __half2 b) { return a.x > b.x && a.y > b.y; }
__heddle_both bool __hbgtu2(__half2 a, __half2 b) { return __hgtu(a.x, b.x) && __hgtu(a.y, b.y); }
__heddle_both __half2 __hgt2(__half2 a, __half2 b) { return {__half(a.x > b.x ? 1.0f : 0.0f), __half(a.y > b.y ? 1.0f : 0.0f)}; }
__heddle_both unsigned __hgt2_mask(__half2 a, __half2 b) { return (a.x > b.x ? 0xffffu : 0u) | (a.y > b.y ? 0xffff0000u : 0u); }
__heddle_both bool __hle(__half a, __half b) { return a <= b; }
__heddle_both bool __hleu(__half a, __half b) { return !(a > b); }
__heddle_both bool __hble2(__half2 a, __half2 b) { return a.x <= b.x && a.y <= b.y; }
__heddle_both bool __hbleu2(__half2 a, __half2 b) { return __hleu(a.x, b.x) && __hleu(a.y, b.y); }
__heddle_both __half2 __hle2(__half2 a, __half2 b) { return {__half(a.x <= b.x ? 1.0f : 0.0f), __half(a.y <= b.y ? 1.0f : 0.0f)}; }
__heddle_both unsigned __hle2_mask(__half2 a, __half2 b) { return (a.x <= b.x ? 0xffffu : 0u) | (a.y <= b.y ? 0xffff0000u : 0u); }
__heddle_both bool __hge(__half a, __half b) { return a >= b; }
__heddle_both bool __hgeu(__half a, __half b) { return !(a < b); }
__heddle_both bool __hbge2(__half2 a, __half2 b) { return a.x >= b.x && a.y >= b.y; }
__heddle_both bool __hbgeu2(__half2 a, __half2 b) { return __hgeu(a.x, b.x) && __hgeu(a.y, b.y); }
__heddle_both __half2 __hge2(__half2 a, __half2 b) { return {__half(a.x >= b.x ? 1.0f : 0.0f), __half(a.y >= b.y ? 1.0f : 0.0f)}; }
__heddle_both unsigned __hge2_mask(__half2 a, __half2 b) { return (a.x >= b.x ? 0xffffu : 0u) | (a.y >= b.y ? 0xffff0000u : 0u); }
__heddle_both bool __hisnan(__half a) { return a != a; }
__heddle_both int __hisinf(__half a) { return isinf(static_cast<float>(a)); }
__heddle_both __half2 __hisnan2(__half2 a) { return {__half(a.x != a.x ? 1.0f : 0.0f), __half(a.y != a.y ? 1.0f : 0.0f)}; }

// ---- functions ----
__heddle_both __half hsqrt(__half a) { return __half(sqrtf(static_cast<float>(a))); }
__heddle_both __half2 h2sqrt(__half2 a) { return {hsqrt(a.x), hsqrt(a.y)}; }
__heddle_both __half hrsqrt(__half a) { return __half(rsqrtf(static_cast<float>(a))); }
__heddle_both __half2 h2rsqrt(__half2 a) { return {hrsqrt(a.x), hrsqrt(a.y)}; }
__heddle_both __half hexp(__half a) { return __half(expf(static_cast<float>(a))); }
__heddle_both __half2 h2exp(__half2 a) { return {hexp(a.x), hexp(a.y)}; }
__heddle_both __half hexp2(__half a) { return __half(exp2f(static_cast<float>(a))); }
__heddle_both __half2 h2exp2(__half2 a) { return {hexp2(a.x), hexp2(a.y)}; }
__heddle_both __half hexp10(__half a) { return __half(exp10f(static_cast<float>(a))); }
__heddle_both __half2 h2exp10(__half2 a) { return {hexp10(a.x), hexp10(a.y)}; }
__heddle_both __half hlog(__half a) { return __half(logf(static_cast<float>(a))); }
__heddle_both __half2 h2log(__half2 a) { return {hlog(a.x), hlog(a.y)}; }
__heddle_both __half hlog2(__half a) { return __half(log2f(static_cast<float>(a))); }
__heddle_both __half2 h2log2(__half2 a) { return {hlog2(a.x), hlog2(a.y)}; }
__heddle_both __half hlog10(__half a) { return __half(log10f(static_cast<float>(a))); }
__heddle_both __half2 h2log10(__half2 a) { return {hlog10(a.x), hlog10(a.y)}; }
__heddle_both __half hsin(__half a) { return __half(sinf(static_cast<float>(a))); }
__heddle_both __half2 h2sin(__half2 a) { return {hsin(a.x), hsin(a.y)}; }
__heddle_both __half hcos(__half a) { return __half(cosf(static_cast<float>(a))); }
__heddle_both __half2 h2cos(__half2 a) { return {hcos(a.x), hcos(a.y)}; }
__heddle_both __half htanh(__half a) { return __half(tanhf(static_cast<float>(a))); }
__heddle_both __half2 h2tanh(__half2 a) { return {htanh(a.x), htanh(a.y)}; }
__heddle_both __half hceil(__half a) { return __half(ceilf(static_cast<float>(a))); }
__heddle_both __half2 h2ceil(__half2 a) { return {hceil(a.x), hceil(a.y)}; }
__heddle_both __half hfloor(__half a) { return __half(floorf(static_cast<float>(a))); }
__heddle_both __half2 h2floor(__half2 a) { return {hfloor(a.x), hfloor(a.y)}; }
__heddle_both __half htrunc(__half a) { return __half(truncf(static_cast<float>(a))); }
__heddle_both __half2 h2trunc(__half2 a) { return {htrunc(a.x), htrunc(a.y)}; }
__heddle_both __half hrint(__half a) { return __half(rintf(static_cast<float>(a))); }
__heddle_both __half2 h2rint(__half2 a) { return {hrint(a.x), hrint(a.y)}; }
__heddle_both __half hrcp(__half a) { return __half(1.0f / static_cast<float>(a)); }
__heddle_both __half2 h2rcp(__half2 a) { return {hrcp(a.x), hrcp(a.y)}; }
__heddle_both __half htanh_approx(__half a) { return htanh(a); }

// ---- of a warp, and atomic ----
#define __HEDDLE_SHUFFLE(name, ...)                                                                \
  __heddle_device __half name(unsigned mask, __half value, __VA_ARGS__, int width = 32) {               \
    return {__heddle::shuffle_other(mask, value.__x)};                                           \
  }                                                                                               \
  __heddle_device __half2 name(unsigned mask, __half2 value, __VA_ARGS__, int width = 32) {             \
    return {{__heddle::shuffle_other(mask, value.x.__x)}, {__heddle::shuffle_other(mask, value.y.__x)}}; \
  }
__HEDDLE_SHUFFLE(__shfl_up_sync, unsigned delta)
__HEDDLE_SHUFFLE(__shfl_down_sync, unsigned delta)
__HEDDLE_SHUFFLE(__shfl_xor_sync, int lanes)
#undef __HEDDLE_SHUFFLE
__heddle_device __half __shfl_sync(unsigned mask, __half value, int lane, int width = 32) {
  return {__heddle::shuffle(mask, value.__x, lane, width)};
}
__heddle_device __half2 __shfl_sync(unsigned mask, __half2 value, int lane, int width = 32) {
  return {{__heddle::shuffle(mask, value.x.__x, lane, width)}, {__heddle::shuffle(mask, value.y.__x, lane, width)}};
}
__heddle_device __half atomicAdd(__half* at, __half value) {
  return {__heddle::atomic_add(&at->__x, value.__x, __heddle::device_scope, __heddle::relaxed)};
}
// Each of the two is atomic by itself.
__heddle_device __half2 atomicAdd(__half2* at, __half2 value) {
  return {atomicAdd(&at->x, value.x), atomicAdd(&at->y, value.y)};
}

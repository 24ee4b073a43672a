// Numbers of 16 bits with the exponent of float (bfloat16), and pairs of them.
#pragma once

struct __nv_bfloat16;
struct __nv_bfloat162;
struct __nv_bfloat16_raw {
  unsigned short x;
};
struct __nv_bfloat162_raw {
  unsigned short x, y;
};

struct __attribute__((aligned(2))) __nv_bfloat16 {
  __bf16 __x;

  __nv_bfloat16() = default;
  __host__ __device__ constexpr __nv_bfloat16(const __nv_bfloat16_raw& raw) : __x(__builtin_bit_cast(__bf16, raw.x)) {}
  __host__ __device__ constexpr __nv_bfloat16(__bf16 value) : __x(value) {}
#define __HEDDLE_FROM(type)                                                                        \
  __host__ __device__ constexpr __nv_bfloat16(type value) : __x(static_cast<__bf16>(static_cast<float>(value))) {}
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
  __host__ __device__ operator __nv_bfloat16_raw() const { return {__builtin_bit_cast(unsigned short, __x)}; }
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
  __host__ __device__ __nv_bfloat16& operator=(type value) {                                                \
    __x = static_cast<__bf16>(static_cast<float>(value));                                        \
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
  __host__ __device__ __nv_bfloat16& operator=(const __nv_bfloat16_raw& raw) {
    __x = __builtin_bit_cast(__bf16, raw.x);
    return *this;
  }
};

struct __attribute__((aligned(4))) __nv_bfloat162 {
  __nv_bfloat16 x, y;

  __nv_bfloat162() = default;
  __host__ __device__ constexpr __nv_bfloat162(const __nv_bfloat16& a, const __nv_bfloat16& b) : x(a), y(b) {}
  __host__ __device__ __nv_bfloat162(const __nv_bfloat162_raw& raw) : x(__nv_bfloat16_raw{raw.x}), y(__nv_bfloat16_raw{raw.y}) {}
  __host__ __device__ operator __nv_bfloat162_raw() const {
    return {__builtin_bit_cast(unsigned short, x.__x), __builtin_bit_cast(unsigned short, y.__x)};
  }
};
typedef __nv_bfloat16 nv_bfloat16;
typedef __nv_bfloat162 nv_bfloat162;

// ---- operators ----
__heddle_both __nv_bfloat16 operator+(const __nv_bfloat16& a, const __nv_bfloat16& b) { return {static_cast<__bf16>(a.__x + b.__x)}; }
__heddle_both __nv_bfloat16& operator+=(__nv_bfloat16& a, const __nv_bfloat16& b) { return a = a + b; }
__heddle_both __nv_bfloat162 operator+(const __nv_bfloat162& a, const __nv_bfloat162& b) { return {a.x + b.x, a.y + b.y}; }
__heddle_both __nv_bfloat162& operator+=(__nv_bfloat162& a, const __nv_bfloat162& b) { return a = a + b; }
__heddle_both __nv_bfloat16 operator-(const __nv_bfloat16& a, const __nv_bfloat16& b) { return {static_cast<__bf16>(a.__x - b.__x)}; }
__heddle_both __nv_bfloat16& operator-=(__nv_bfloat16& a, const __nv_bfloat16& b) { return a = a - b; }
__heddle_both __nv_bfloat162 operator-(const __nv_bfloat162& a, const __nv_bfloat162& b) { return {a.x - b.x, a.y - b.y}; }
__heddle_both __nv_bfloat162& operator-=(__nv_bfloat162& a, const __nv_bfloat162& b) { return a = a - b; }
__heddle_both __nv_bfloat16 operator*(const __nv_bfloat16& a, const __nv_bfloat16& b) { return {static_cast<__bf16>(a.__x * b.__x)}; }
__heddle_both __nv_bfloat16& operator*=(__nv_bfloat16& a, const __nv_bfloat16& b) { return a = a * b; }
__heddle_both __nv_bfloat162 operator*(const __nv_bfloat162& a, const __nv_bfloat162& b) { return {a.x * b.x, a.y * b.y}; }
__heddle_both __nv_bfloat162& operator*=(__nv_bfloat162& a, const __nv_bfloat162& b) { return a = a * b; }
__heddle_both __nv_bfloat16 operator/(const __nv_bfloat16& a, const __nv_bfloat16& b) { return {static_cast<__bf16>(a.__x / b.__x)}; }
__heddle_both __nv_bfloat16& operator/=(__nv_bfloat16& a, const __nv_bfloat16& b) { return a = a / b; }
__heddle_both __nv_bfloat162 operator/(const __nv_bfloat162& a, const __nv_bfloat162& b) { return {a.x / b.x, a.y / b.y}; }
__heddle_both __nv_bfloat162& operator/=(__nv_bfloat162& a, const __nv_bfloat162& b) { return a = a / b; }
__heddle_both __nv_bfloat16 operator-(const __nv_bfloat16& a) { return {static_cast<__bf16>(-a.__x)}; }
__heddle_both __nv_bfloat16 operator+(const __nv_bfloat16& a) { return a; }
__heddle_both __nv_bfloat162 operator-(const __nv_bfloat162& a) { return {-a.x, -a.y}; }
__heddle_both __nv_bfloat162 operator+(const __nv_bfloat162& a) { return a; }
__heddle_both __nv_bfloat16& operator++(__nv_bfloat16& a) { return a = a + __nv_bfloat16(1.0f); }
__heddle_both __nv_bfloat16& operator--(__nv_bfloat16& a) { return a = a - __nv_bfloat16(1.0f); }
__heddle_both __nv_bfloat16 operator++(__nv_bfloat16& a, int) {
  const __nv_bfloat16 old = a;
  ++a;
  return old;
}
__heddle_both __nv_bfloat16 operator--(__nv_bfloat16& a, int) {
  const __nv_bfloat16 old = a;
  --a;
  return old;
}
__heddle_both bool operator==(const __nv_bfloat16& a, const __nv_bfloat16& b) { return a.__x == b.__x; }
__heddle_both bool operator==(const __nv_bfloat162& a, const __nv_bfloat162& b) { return a.x == b.x && a.y == b.y; }
__heddle_both bool operator!=(const __nv_bfloat16& a, const __nv_bfloat16& b) { return a.__x != b.__x; }
__heddle_both bool operator!=(const __nv_bfloat162& a, const __nv_bfloat162& b) { return a.x != b.x && a.y != b.y; }
__heddle_both bool operator<(const __nv_bfloat16& a, const __nv_bfloat16& b) { return a.__x < b.__x; }
__heddle_both bool operator<(const __nv_bfloat162& a, const __nv_bfloat162& b) { return a.x < b.x && a.y < b.y; }
__heddle_both bool operator>(const __nv_bfloat16& a, const __nv_bfloat16& b) { return a.__x > b.__x; }
__heddle_both bool operator>(const __nv_bfloat162& a, const __nv_bfloat162& b) { return a.x > b.x && a.y > b.y; }
__heddle_both bool operator<=(const __nv_bfloat16& a, const __nv_bfloat16& b) { return a.__x <= b.__x; }
__heddle_both bool operator<=(const __nv_bfloat162& a, const __nv_bfloat162& b) { return a.x <= b.x && a.y <= b.y; }
__heddle_both bool operator>=(const __nv_bfloat16& a, const __nv_bfloat16& b) { return a.__x >= b.__x; }
__heddle_both bool operator>=(const __nv_bfloat162& a, const __nv_bfloat162& b) { return a.x >= b.x && a.y >= b.y; }

// ---- conversions ----
__heddle_both __nv_bfloat16 __float2bfloat16(float x) { return __nv_bfloat16(x); }
__heddle_both __nv_bfloat16 __float2bfloat16_rn(float x) { return __nv_bfloat16(x); }
__heddle_both __nv_bfloat16 __float2bfloat16_rz(float x) { return __nv_bfloat16(x); }
__heddle_both __nv_bfloat16 __float2bfloat16_ru(float x) { return __nv_bfloat16(x); }
__heddle_both __nv_bfloat16 __float2bfloat16_rd(float x) { return __nv_bfloat16(x); }
__heddle_both __nv_bfloat16 __double2bfloat16(double x) { return __nv_bfloat16(x); }
__heddle_both float __bfloat162float(__nv_bfloat16 x) { return static_cast<float>(x); }
__heddle_both int __bfloat162int_rn(__nv_bfloat16 x) { return static_cast<int>(x); }
__heddle_both __nv_bfloat16 __int2bfloat16_rn(int x) { return __nv_bfloat16(x); }
__heddle_both int __bfloat162int_rz(__nv_bfloat16 x) { return static_cast<int>(x); }
__heddle_both __nv_bfloat16 __int2bfloat16_rz(int x) { return __nv_bfloat16(x); }
__heddle_both int __bfloat162int_ru(__nv_bfloat16 x) { return static_cast<int>(x); }
__heddle_both __nv_bfloat16 __int2bfloat16_ru(int x) { return __nv_bfloat16(x); }
__heddle_both int __bfloat162int_rd(__nv_bfloat16 x) { return static_cast<int>(x); }
__heddle_both __nv_bfloat16 __int2bfloat16_rd(int x) { return __nv_bfloat16(x); }
__heddle_both unsigned __bfloat162uint_rn(__nv_bfloat16 x) { return static_cast<unsigned>(x); }
__heddle_both __nv_bfloat16 __uint2bfloat16_rn(unsigned x) { return __nv_bfloat16(x); }
__heddle_both unsigned __bfloat162uint_rz(__nv_bfloat16 x) { return static_cast<unsigned>(x); }
__heddle_both __nv_bfloat16 __uint2bfloat16_rz(unsigned x) { return __nv_bfloat16(x); }
__heddle_both unsigned __bfloat162uint_ru(__nv_bfloat16 x) { return static_cast<unsigned>(x); }
__heddle_both __nv_bfloat16 __uint2bfloat16_ru(unsigned x) { return __nv_bfloat16(x); }
__heddle_both unsigned __bfloat162uint_rd(__nv_bfloat16 x) { return static_cast<unsigned>(x); }
__heddle_both __nv_bfloat16 __uint2bfloat16_rd(unsigned x) { return __nv_bfloat16(x); }
__heddle_both short __bfloat162short_rn(__nv_bfloat16 x) { return static_cast<short>(x); }
__heddle_both __nv_bfloat16 __short2bfloat16_rn(short x) { return __nv_bfloat16(x); }
__heddle_both short __bfloat162short_rz(__nv_bfloat16 x) { return static_cast<short>(x); }
__heddle_both __nv_bfloat16 __short2bfloat16_rz(short x) { return __nv_bfloat16(x); }
__heddle_both short __bfloat162short_ru(__nv_bfloat16 x) { return static_cast<short>(x); }
__heddle_both __nv_bfloat16 __short2bfloat16_ru(short x) { return __nv_bfloat16(x); }
__heddle_both short __bfloat162short_rd(__nv_bfloat16 x) { return static_cast<short>(x); }
__heddle_both __nv_bfloat16 __short2bfloat16_rd(short x) { return __nv_bfloat16(x); }
__heddle_both unsigned short __bfloat162ushort_rn(__nv_bfloat16 x) { return static_cast<unsigned short>(x); }
__heddle_both __nv_bfloat16 __ushort2bfloat16_rn(unsigned short x) { return __nv_bfloat16(x); }
__heddle_both unsigned short __bfloat162ushort_rz(__nv_bfloat16 x) { return static_cast<unsigned short>(x); }
__heddle_both __nv_bfloat16 __ushort2bfloat16_rz(unsigned short x) { return __nv_bfloat16(x); }
__heddle_both unsigned short __bfloat162ushort_ru(__nv_bfloat16 x) { return static_cast<unsigned short>(x); }
__heddle_both __nv_bfloat16 __ushort2bfloat16_ru(unsigned short x) { return __nv_bfloat16(x); }
__heddle_both unsigned short __bfloat162ushort_rd(__nv_bfloat16 x) { return static_cast<unsigned short>(x); }
__heddle_both __nv_bfloat16 __ushort2bfloat16_rd(unsigned short x) { return __nv_bfloat16(x); }
__heddle_both long long __bfloat162ll_rn(__nv_bfloat16 x) { return static_cast<long long>(x); }
__heddle_both __nv_bfloat16 __ll2bfloat16_rn(long long x) { return __nv_bfloat16(x); }
__heddle_both long long __bfloat162ll_rz(__nv_bfloat16 x) { return static_cast<long long>(x); }
__heddle_both __nv_bfloat16 __ll2bfloat16_rz(long long x) { return __nv_bfloat16(x); }
__heddle_both long long __bfloat162ll_ru(__nv_bfloat16 x) { return static_cast<long long>(x); }
__heddle_both __nv_bfloat16 __ll2bfloat16_ru(long long x) { return __nv_bfloat16(x); }
__heddle_both long long __bfloat162ll_rd(__nv_bfloat16 x) { return static_cast<long long>(x); }
__heddle_both __nv_bfloat16 __ll2bfloat16_rd(long long x) { return __nv_bfloat16(x); }
__heddle_both unsigned long long __bfloat162ull_rn(__nv_bfloat16 x) { return static_cast<unsigned long long>(x); }
__heddle_both __nv_bfloat16 __ull2bfloat16_rn(unsigned long long x) { return __nv_bfloat16(x); }
__heddle_both unsigned long long __bfloat162ull_rz(__nv_bfloat16 x) { return static_cast<unsigned long long>(x); }
__heddle_both __nv_bfloat16 __ull2bfloat16_rz(unsigned long long x) { return __nv_bfloat16(x); }
__heddle_both unsigned long long __bfloat162ull_ru(__nv_bfloat16 x) { return static_cast<unsigned long long>(x); }
__heddle_both __nv_bfloat16 __ull2bfloat16_ru(unsigned long long x) { return __nv_bfloat16(x); }
__heddle_both unsigned long long __bfloat162ull_rd(__nv_bfloat16 x) { return static_cast<unsigned long long>(x); }
__heddle_both __nv_bfloat16 __ull2bfloat16_rd(unsigned long long x) { return __nv_bfloat16(x); }
__heddle_both signed char __bfloat162char_rz(__nv_bfloat16 x) { return static_cast<signed char>(x); }
__heddle_both unsigned char __bfloat162uchar_rz(__nv_bfloat16 x) { return static_cast<unsigned char>(x); }
__heddle_both short __bfloat16_as_short(__nv_bfloat16 x) { return __builtin_bit_cast(short, x.__x); }
__heddle_both unsigned short __bfloat16_as_ushort(__nv_bfloat16 x) { return __builtin_bit_cast(unsigned short, x.__x); }
__heddle_both __nv_bfloat16 __short_as_bfloat16(short x) { return {__builtin_bit_cast(__bf16, x)}; }
__heddle_both __nv_bfloat16 __ushort_as_bfloat16(unsigned short x) { return {__builtin_bit_cast(__bf16, x)}; }
__heddle_both __nv_bfloat162 make_bfloat162(__nv_bfloat16 a, __nv_bfloat16 b) { return {a, b}; }
__heddle_both __nv_bfloat162 __bfloat162bfloat162(__nv_bfloat16 a) { return {a, a}; }
__heddle_both __nv_bfloat162 __halves2bfloat162(__nv_bfloat16 a, __nv_bfloat16 b) { return {a, b}; }
__heddle_both __nv_bfloat162 __float2bfloat162_rn(float a) { return {__nv_bfloat16(a), __nv_bfloat16(a)}; }
__heddle_both __nv_bfloat162 __floats2bfloat162_rn(float a, float b) { return {__nv_bfloat16(a), __nv_bfloat16(b)}; }
__heddle_both __nv_bfloat162 __float22bfloat162_rn(float2 a) { return {__nv_bfloat16(a.x), __nv_bfloat16(a.y)}; }
__heddle_both float2 __bfloat1622float2(__nv_bfloat162 a) { return {static_cast<float>(a.x), static_cast<float>(a.y)}; }
__heddle_both __nv_bfloat16 __low2bfloat16(__nv_bfloat162 a) { return a.x; }
__heddle_both __nv_bfloat16 __high2bfloat16(__nv_bfloat162 a) { return a.y; }
__heddle_both __nv_bfloat162 __low2bfloat162(__nv_bfloat162 a) { return {a.x, a.x}; }
__heddle_both __nv_bfloat162 __high2bfloat162(__nv_bfloat162 a) { return {a.y, a.y}; }
__heddle_both __nv_bfloat162 __lows2bfloat162(__nv_bfloat162 a, __nv_bfloat162 b) { return {a.x, b.x}; }
__heddle_both __nv_bfloat162 __highs2bfloat162(__nv_bfloat162 a, __nv_bfloat162 b) { return {a.y, b.y}; }
__heddle_both __nv_bfloat162 __lowhigh2highlow(__nv_bfloat162 a) { return {a.y, a.x}; }
__heddle_both float __low2float(__nv_bfloat162 a) { return static_cast<float>(a.x); }
__heddle_both float __high2float(__nv_bfloat162 a) { return static_cast<float>(a.y); }

// ---- arithmetic ----
__heddle_both __nv_bfloat16 __hadd(__nv_bfloat16 a, __nv_bfloat16 b) { return a + b; }
__heddle_both __nv_bfloat162 __hadd2(__nv_bfloat162 a, __nv_bfloat162 b) { return a + b; }
__heddle_both __nv_bfloat16 __hadd_rn(__nv_bfloat16 a, __nv_bfloat16 b) { return a + b; }
__heddle_both __nv_bfloat162 __hadd2_rn(__nv_bfloat162 a, __nv_bfloat162 b) { return a + b; }
__heddle_both __nv_bfloat16 __hadd_sat(__nv_bfloat16 a, __nv_bfloat16 b) { return __nv_bfloat16(__saturatef(static_cast<float>(a + b))); }
__heddle_both __nv_bfloat162 __hadd2_sat(__nv_bfloat162 a, __nv_bfloat162 b) { return {__hadd_sat(a.x, b.x), __hadd_sat(a.y, b.y)}; }
__heddle_both __nv_bfloat16 __hsub(__nv_bfloat16 a, __nv_bfloat16 b) { return a - b; }
__heddle_both __nv_bfloat162 __hsub2(__nv_bfloat162 a, __nv_bfloat162 b) { return a - b; }
__heddle_both __nv_bfloat16 __hsub_rn(__nv_bfloat16 a, __nv_bfloat16 b) { return a - b; }
__heddle_both __nv_bfloat162 __hsub2_rn(__nv_bfloat162 a, __nv_bfloat162 b) { return a - b; }
__heddle_both __nv_bfloat16 __hsub_sat(__nv_bfloat16 a, __nv_bfloat16 b) { return __nv_bfloat16(__saturatef(static_cast<float>(a - b))); }
__heddle_both __nv_bfloat162 __hsub2_sat(__nv_bfloat162 a, __nv_bfloat162 b) { return {__hsub_sat(a.x, b.x), __hsub_sat(a.y, b.y)}; }
__heddle_both __nv_bfloat16 __hmul(__nv_bfloat16 a, __nv_bfloat16 b) { return a * b; }
__heddle_both __nv_bfloat162 __hmul2(__nv_bfloat162 a, __nv_bfloat162 b) { return a * b; }
__heddle_both __nv_bfloat16 __hmul_rn(__nv_bfloat16 a, __nv_bfloat16 b) { return a * b; }
__heddle_both __nv_bfloat162 __hmul2_rn(__nv_bfloat162 a, __nv_bfloat162 b) { return a * b; }
__heddle_both __nv_bfloat16 __hmul_sat(__nv_bfloat16 a, __nv_bfloat16 b) { return __nv_bfloat16(__saturatef(static_cast<float>(a * b))); }
__heddle_both __nv_bfloat162 __hmul2_sat(__nv_bfloat162 a, __nv_bfloat162 b) { return {__hmul_sat(a.x, b.x), __hmul_sat(a.y, b.y)}; }
__heddle_both __nv_bfloat16 __hdiv(__nv_bfloat16 a, __nv_bfloat16 b) { return a / b; }
__heddle_both __nv_bfloat162 __h2div(__nv_bfloat162 a, __nv_bfloat162 b) { return a / b; }
__heddle_both __nv_bfloat16 __hdiv_rn(__nv_bfloat16 a, __nv_bfloat16 b) { return a / b; }
__heddle_both __nv_bfloat16 __hdiv_sat(__nv_bfloat16 a, __nv_bfloat16 b) { return __nv_bfloat16(__saturatef(static_cast<float>(a / b))); }
__heddle_both __nv_bfloat16 __hfma(__nv_bfloat16 a, __nv_bfloat16 b, __nv_bfloat16 c) { return a * b + c; }
__heddle_both __nv_bfloat162 __hfma2(__nv_bfloat162 a, __nv_bfloat162 b, __nv_bfloat162 c) { return {__hfma(a.x, b.x, c.x), __hfma(a.y, b.y, c.y)}; }
__heddle_both __nv_bfloat16 __hfma_sat(__nv_bfloat16 a, __nv_bfloat16 b, __nv_bfloat16 c) { return __nv_bfloat16(__saturatef(static_cast<float>(a * b + c))); }
__heddle_both __nv_bfloat162 __hfma2_sat(__nv_bfloat162 a, __nv_bfloat162 b, __nv_bfloat162 c) { return {__hfma_sat(a.x, b.x, c.x), __hfma_sat(a.y, b.y, c.y)}; }
__heddle_both __nv_bfloat16 __hfma_relu(__nv_bfloat16 a, __nv_bfloat16 b, __nv_bfloat16 c) { return __nv_bfloat16(fmaxf(static_cast<float>(a * b + c), 0.0f)); }
__heddle_both __nv_bfloat162 __hfma2_relu(__nv_bfloat162 a, __nv_bfloat162 b, __nv_bfloat162 c) { return {__hfma_relu(a.x, b.x, c.x), __hfma_relu(a.y, b.y, c.y)}; }
__heddle_both __nv_bfloat162 __hcmadd(__nv_bfloat162 a, __nv_bfloat162 b, __nv_bfloat162 c) {
  return {a.x * b.x - a.y * b.y + c.x, a.x * b.y + a.y * b.x + c.y};
}
__heddle_both __nv_bfloat16 __hneg(__nv_bfloat16 a) { return -a; }
__heddle_both __nv_bfloat162 __hneg2(__nv_bfloat162 a) { return -a; }
__heddle_both __nv_bfloat16 __habs(__nv_bfloat16 a) { return __nv_bfloat16(fabsf(static_cast<float>(a))); }
__heddle_both __nv_bfloat162 __habs2(__nv_bfloat162 a) { return {__habs(a.x), __habs(a.y)}; }
__heddle_both __nv_bfloat16 __hmax(__nv_bfloat16 a, __nv_bfloat16 b) { return __nv_bfloat16(fmaxf(static_cast<float>(a), static_cast<float>(b))); }
__heddle_both __nv_bfloat162 __hmax2(__nv_bfloat162 a, __nv_bfloat162 b) { return {__hmax(a.x, b.x), __hmax(a.y, b.y)}; }
__heddle_both __nv_bfloat16 __hmax_nan(__nv_bfloat16 a, __nv_bfloat16 b) { return __nv_bfloat16(fmaxf(static_cast<float>(a), static_cast<float>(b))); }
__heddle_both __nv_bfloat162 __hmax2_nan(__nv_bfloat162 a, __nv_bfloat162 b) { return {__hmax(a.x, b.x), __hmax(a.y, b.y)}; }
__heddle_both __nv_bfloat16 __hmin(__nv_bfloat16 a, __nv_bfloat16 b) { return __nv_bfloat16(fminf(static_cast<float>(a), static_cast<float>(b))); }
__heddle_both __nv_bfloat162 __hmin2(__nv_bfloat162 a, __nv_bfloat162 b) { return {__hmin(a.x, b.x), __hmin(a.y, b.y)}; }
__heddle_both __nv_bfloat16 __hmin_nan(__nv_bfloat16 a, __nv_bfloat16 b) { return __nv_bfloat16(fminf(static_cast<float>(a), static_cast<float>(b))); }
__heddle_both __nv_bfloat162 __hmin2_nan(__nv_bfloat162 a, __nv_bfloat162 b) { return {__hmin(a.x, b.x), __hmin(a.y, b.y)}; }

// ---- comparisons; with u: true where one is no number ----
__heddle_both bool __heq(__nv_bfloat16 a, __nv_bfloat16 b) { return a == b; }
__heddle_both bool __hequ(__nv_bfloat16 a, __nv_bfloat16 b) { return !(a != b); }
__heddle_both bool __hbeq2(__nv_bfloat162 a, __nv_bfloat162 b) { return a.x == b.x && a.y == b.y; }
__heddle_both bool __hbequ2(__nv_bfloat162 a, __nv_bfloat162 b) { return __hequ(a.x, b.x) && __hequ(a.y, b.y); }
__heddle_both __nv_bfloat162 __heq2(__nv_bfloat162 a, __nv_bfloat162 b) { return {__nv_bfloat16(a.x == b.x ? 1.0f : 0.0f), __nv_bfloat16(a.y == b.y ? 1.0f : 0.0f)}; }
__heddle_both unsigned __heq2_mask(__nv_bfloat162 a, __nv_bfloat162 b) { return (a.x == b.x ? 0xffffu : 0u) | (a.y == b.y ? 0xffff0000u : 0u); }
__heddle_both bool __hne(__nv_bfloat16 a, __nv_bfloat16 b) { return a != b; }
__heddle_both bool __hneu(__nv_bfloat16 a, __nv_bfloat16 b) { return !(a == b); }
__heddle_both bool __hbne2(__nv_bfloat162 a, __nv_bfloat162 b) { return a.x != b.x && a.y != b.y; }
__heddle_both bool __hbneu2(__nv_bfloat162 a, __nv_bfloat162 b) { return __hneu(a.x, b.x) && __hneu(a.y, b.y); }
__heddle_both __nv_bfloat162 __hne2(__nv_bfloat162 a, __nv_bfloat162 b) { return {__nv_bfloat16(a.x != b.x ? 1.0f : 0.0f), __nv_bfloat16(a.y != b.y ? 1.0f : 0.0f)}; }
__heddle_both unsigned __hne2_mask(__nv_bfloat162 a, __nv_bfloat162 b) { return (a.x != b.x ? 0xffffu : 0u) | (a.y != b.y ? 0xffff0000u : 0u); }
__heddle_both bool __hlt(__nv_bfloat16 a, __nv_bfloat16 b) { return a < b; }
__heddle_both bool __hltu(__nv_bfloat16 a, __nv_bfloat16 b) { return !(a >= b); }
__heddle_both bool __hblt2(__nv_bfloat162 a, __nv_bfloat162 b) { return a.x < b.x && a.y < b.y; }
__heddle_both bool __hbltu2(__nv_bfloat162 a, __nv_bfloat162 b) { return __hltu(a.x, b.x) && __hltu(a.y, b.y); }
__heddle_both __nv_bfloat162 __hlt2(__nv_bfloat162 a, __nv_bfloat162 b) { return {__nv_bfloat16(a.x < b.x ? 1.0f : 0.0f), __nv_bfloat16(a.y < b.y ? 1.0f : 0.0f)}; }
__heddle_both unsigned __hlt2_mask(__nv_bfloat162 a, __nv_bfloat162 b) { return (a.x < b.x ? 0xffffu : 0u) | (a.y < b.y ? 0xffff0000u : 0u); }
__heddle_both bool __hgt(__nv_bfloat16 a, __nv_bfloat16 b) { return a > b; }
__heddle_both bool __hgtu(__nv_bfloat16 a, __nv_bfloat16 b) { return !(a <= b); }
__heddle_both bool __hbgt2(__nv_bfloat162 a, __nv_bfloat162 b) { return a.x > b.x && a.y > b.y; }
__heddle_both bool __hbgtu2(__nv_bfloat162 a, __nv_bfloat162 b) { return __hgtu(a.x, b.x) && __hgtu(a.y, b.y); }
__heddle_both __nv_bfloat162 __hgt2(__nv_bfloat162 a, __nv_bfloat162 b) { return {__nv_bfloat16(a.x > b.x ? 1.0f : 0.0f), __nv_bfloat16(a.y > b.y ? 1.0f : 0.0f)}; }
__heddle_both unsigned __hgt2_mask(__nv_bfloat162 a, __nv_bfloat162 b) { return (a.x > b.x ? 0xffffu : 0u) | (a.y > b.y ? 0xffff0000u : 0u); }
__heddle_both bool __hle(__nv_bfloat16 a, __nv_bfloat16 b) { return a <= b; }
__heddle_both bool __hleu(__nv_bfloat16 a, __nv_bfloat16 b) { return !(a > b); }
__heddle_both bool __hble2(__nv_bfloat162 a, __nv_bfloat162 b) { return a.x <= b.x && a.y <= b.y; }
__heddle_both bool __hbleu2(__nv_bfloat162 a, __nv_bfloat162 b) { return __hleu(a.x, b.x) && __hleu(a.y, b.y); }
__heddle_both __nv_bfloat162 __hle2(__nv_bfloat162 a, __nv_bfloat162 b) { return {__nv_bfloat16(a.x <= b.x ? 1.0f : 0.0f), __nv_bfloat16(a.y <= b.y ? 1.0f : 0.0f)}; }
__heddle_both unsigned __hle2_mask(__nv_bfloat162 a, __nv_bfloat162 b) { return (a.x <= b.x ? 0xffffu : 0u) | (a.y <= b.y ? 0xffff0000u : 0u); }
__heddle_both bool __hge(__nv_bfloat16 a, __nv_bfloat16 b) { return a >= b; }
__heddle_both bool __hgeu(__nv_bfloat16 a, __nv_bfloat16 b) { return !(a < b); }
__heddle_both bool __hbge2(__nv_bfloat162 a, __nv_bfloat162 b) { return a.x >= b.x && a.y >= b.y; }
__heddle_both bool __hbgeu2(__nv_bfloat162 a, __nv_bfloat162 b) { return __hgeu(a.x, b.x) && __hgeu(a.y, b.y); }
__heddle_both __nv_bfloat162 __hge2(__nv_bfloat162 a, __nv_bfloat162 b) { return {__nv_bfloat16(a.x >= b.x ? 1.0f : 0.0f), __nv_bfloat16(a.y >= b.y ? 1.0f : 0.0f)}; }
__heddle_both unsigned __hge2_mask(__nv_bfloat162 a, __nv_bfloat162 b) { return (a.x >= b.x ? 0xffffu : 0u) | (a.y >= b.y ? 0xffff0000u : 0u); }
__heddle_both bool __hisnan(__nv_bfloat16 a) { return a != a; }
__heddle_both int __hisinf(__nv_bfloat16 a) { return isinf(static_cast<float>(a)); }
__heddle_both __nv_bfloat162 __hisnan2(__nv_bfloat162 a) { return {__nv_bfloat16(a.x != a.x ? 1.0f : 0.0f), __nv_bfloat16(a.y != a.y ? 1.0f : 0.0f)}; }

// ---- functions ----
__heddle_both __nv_bfloat16 hsqrt(__nv_bfloat16 a) { return __nv_bfloat16(sqrtf(static_cast<float>(a))); }
__heddle_both __nv_bfloat162 h2sqrt(__nv_bfloat162 a) { return {hsqrt(a.x), hsqrt(a.y)}; }
__heddle_both __nv_bfloat16 hrsqrt(__nv_bfloat16 a) { return __nv_bfloat16(rsqrtf(static_cast<float>(a))); }
__heddle_both __nv_bfloat162 h2rsqrt(__nv_bfloat162 a) { return {hrsqrt(a.x), hrsqrt(a.y)}; }
__heddle_both __nv_bfloat16 hexp(__nv_bfloat16 a) { return __nv_bfloat16(expf(static_cast<float>(a))); }
__heddle_both __nv_bfloat162 h2exp(__nv_bfloat162 a) { return {hexp(a.x), hexp(a.y)}; }
__heddle_both __nv_bfloat16 hexp2(__nv_bfloat16 a) { return __nv_bfloat16(exp2f(static_cast<float>(a))); }
__heddle_both __nv_bfloat162 h2exp2(__nv_bfloat162 a) { return {hexp2(a.x), hexp2(a.y)}; }
__heddle_both __nv_bfloat16 hexp10(__nv_bfloat16 a) { return __nv_bfloat16(exp10f(static_cast<float>(a))); }
__heddle_both __nv_bfloat162 h2exp10(__nv_bfloat162 a) { return {hexp10(a.x), hexp10(a.y)}; }
__heddle_both __nv_bfloat16 hlog(__nv_bfloat16 a) { return __nv_bfloat16(logf(static_cast<float>(a))); }
__heddle_both __nv_bfloat162 h2log(__nv_bfloat162 a) { return {hlog(a.x), hlog(a.y)}; }
__heddle_both __nv_bfloat16 hlog2(__nv_bfloat16 a) { return __nv_bfloat16(log2f(static_cast<float>(a))); }
__heddle_both __nv_bfloat162 h2log2(__nv_bfloat162 a) { return {hlog2(a.x), hlog2(a.y)}; }
__heddle_both __nv_bfloat16 hlog10(__nv_bfloat16 a) { return __nv_bfloat16(log10f(static_cast<float>(a))); }
__heddle_both __nv_bfloat162 h2log10(__nv_bfloat162 a) { return {hlog10(a.x), hlog10(a.y)}; }
__heddle_both __nv_bfloat16 hsin(__nv_bfloat16 a) { return __nv_bfloat16(sinf(static_cast<float>(a))); }
__heddle_both __nv_bfloat162 h2sin(__nv_bfloat162 a) { return {hsin(a.x), hsin(a.y)}; }
__heddle_both __nv_bfloat16 hcos(__nv_bfloat16 a) { return __nv_bfloat16(cosf(static_cast<float>(a))); }
__heddle_both __nv_bfloat162 h2cos(__nv_bfloat162 a) { return {hcos(a.x), hcos(a.y)}; }
__heddle_both __nv_bfloat16 htanh(__nv_bfloat16 a) { return __nv_bfloat16(tanhf(static_cast<float>(a))); }
__heddle_both __nv_bfloat162 h2tanh(__nv_bfloat162 a) { return {htanh(a.x), htanh(a.y)}; }
__heddle_both __nv_bfloat16 hceil(__nv_bfloat16 a) { return __nv_bfloat16(ceilf(static_cast<float>(a))); }
__heddle_both __nv_bfloat162 h2ceil(__nv_bfloat162 a) { return {hceil(a.x), hceil(a.y)}; }
__heddle_both __nv_bfloat16 hfloor(__nv_bfloat16 a) { return __nv_bfloat16(floorf(static_cast<float>(a))); }
__heddle_both __nv_bfloat162 h2floor(__nv_bfloat162 a) { return {hfloor(a.x), hfloor(a.y)}; }
__heddle_both __nv_bfloat16 htrunc(__nv_bfloat16 a) { return __nv_bfloat16(truncf(static_cast<float>(a))); }
__heddle_both __nv_bfloat162 h2trunc(__nv_bfloat162 a) { return {htrunc(a.x), htrunc(a.y)}; }
__heddle_both __nv_bfloat16 hrint(__nv_bfloat16 a) { return __nv_bfloat16(rintf(static_cast<float>(a))); }
__heddle_both __nv_bfloat162 h2rint(__nv_bfloat162 a) { return {hrint(a.x), hrint(a.y)}; }
__heddle_both __nv_bfloat16 hrcp(__nv_bfloat16 a) { return __nv_bfloat16(1.0f / static_cast<float>(a)); }
__heddle_both __nv_bfloat162 h2rcp(__nv_bfloat162 a) { return {hrcp(a.x), hrcp(a.y)}; }
__heddle_both __nv_bfloat16 htanh_approx(__nv_bfloat16 a) { return htanh(a); }

// ---- of a warp, and atomic ----
#define __HEDDLE_SHUFFLE(name, ...)                                                                \
  __heddle_device __nv_bfloat16 name(unsigned mask, __nv_bfloat16 value, __VA_ARGS__, int width = 32) {               \
    return {__heddle::shuffle_other(mask, value.__x)};                                           \
  }                                                                                               \
  __heddle_device __nv_bfloat162 name(unsigned mask, __nv_bfloat162 value, __VA_ARGS__, int width = 32) {             \
    return {{__heddle::shuffle_other(mask, value.x.__x)}, {__heddle::shuffle_other(mask, value.y.__x)}}; \
  }
__HEDDLE_SHUFFLE(__shfl_up_sync, unsigned delta)
__HEDDLE_SHUFFLE(__shfl_down_sync, unsigned delta)
__HEDDLE_SHUFFLE(__shfl_xor_sync, int lanes)
#undef __HEDDLE_SHUFFLE
__heddle_device __nv_bfloat16 __shfl_sync(unsigned mask, __nv_bfloat16 value, int lane, int width = 32) {
  return {__heddle::shuffle(mask, value.__x, lane, width)};
}
__heddle_device __nv_bfloat162 __shfl_sync(unsigned mask, __nv_bfloat162 value, int lane, int width = 32) {
  return {{__heddle::shuffle(mask, value.x.__x, lane, width)}, {__heddle::shuffle(mask, value.y.__x, lane, width)}};
}
__heddle_device __nv_bfloat16 atomicAdd(__nv_bfloat16* at, __nv_bfloat16 value) {
  return {__heddle::atomic_add(&at->__x, value.__x, __heddle::device_scope, __heddle::relaxed)};
}
// Each of the two is atomic by itself.
__heddle_device __nv_bfloat162 atomicAdd(__nv_bfloat162* at, __nv_bfloat162 value) {
  return {atomicAdd(&at->x, value.x), atomicAdd(&at->y, value.y)};
}

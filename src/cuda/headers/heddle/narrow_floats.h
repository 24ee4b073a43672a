// Numbers of 8, 6 and 4 bits (cuda_fp8.h, cuda_fp6.h, cuda_fp4.h): types and layouts are CUDA's, of
// values is known only that conversions are functions of what they convert. Numbers of 6 bits take a
// byte each, two of 4 bits one, the first in its lower half.
#pragma once
#include <cuda_bf16.h>
#include <cuda_fp16.h>

enum __nv_saturation_t { __NV_NOSAT, __NV_SATFINITE };
#define __HEDDLE_E4M3 0
#define __HEDDLE_E5M2 1
#define __HEDDLE_E8M0 2
#define __HEDDLE_E2M3 3
#define __HEDDLE_E3M2 4
#define __HEDDLE_E2M1 5

extern "C" {
__host__ __device__ __heddle_pure unsigned char __heddle_float_to_narrow(double x, int how, int kind);
__host__ __device__ __heddle_pure float __heddle_narrow_to_float(unsigned char x, int kind);
}

// One number; `bits` of it in memory; `how`: saturation, rounding.
template <int kind, int bits> __heddle_both unsigned char __heddle_narrow(double x, int how = 1) {
  return __heddle_float_to_narrow(x, how, kind) & ((1 << bits) - 1);
}
template <int kind, int bits> __heddle_both unsigned __heddle_narrow2(double x, double y, int how = 1) {
  return __heddle_narrow<kind, bits>(x, how) | __heddle_narrow<kind, bits>(y, how) << bits;
}
template <int kind, int bits> __heddle_both float __heddle_wide(unsigned x, int at = 0) {
  return __heddle_narrow_to_float(x >> at * bits & ((1 << bits) - 1), kind);
}
template <bool> struct __heddle_number_type {};
template <> struct __heddle_number_type<true> { typedef int type; };
template <class T> using __heddle_number = typename __heddle_number_type<__is_arithmetic(T)>::type;

// __HEDDLE_NARROW(family, name, kind, bits): __nv_FAMILY_NAME and the vectors of two and four.
#define __HEDDLE_NARROW(family, name, kind, bits)                                                  \
  struct __nv_##family##_##name {                                                                  \
    __nv_##family##_storage_t __x;                                                                 \
    __nv_##family##_##name() = default;                                                            \
    __host__ __device__ explicit __nv_##family##_##name(__half x) : __x(__heddle_narrow<kind, bits>(static_cast<float>(x))) {} \
    __host__ __device__ explicit __nv_##family##_##name(__nv_bfloat16 x) : __x(__heddle_narrow<kind, bits>(static_cast<float>(x))) {} \
    template <class T, class = __heddle_number<T>>                                                 \
    __host__ __device__ explicit __nv_##family##_##name(T x) : __x(__heddle_narrow<kind, bits>(static_cast<double>(x))) {} \
    __host__ __device__ explicit operator __half() const { return __half(__heddle_wide<kind, bits>(__x)); } \
    __host__ __device__ explicit operator __nv_bfloat16() const { return __nv_bfloat16(__heddle_wide<kind, bits>(__x)); } \
    template <class T, class = __heddle_number<T>> __host__ __device__ explicit operator T() const { \
      return static_cast<T>(__heddle_wide<kind, bits>(__x));                                       \
    }                                                                                              \
  };                                                                                               \
  struct __nv_##family##x2_##name {                                                                \
    __nv_##family##x2_storage_t __x;                                                               \
    __nv_##family##x2_##name() = default;                                                          \
    __host__ __device__ explicit __nv_##family##x2_##name(float2 v) : __x(__heddle_narrow2<kind, bits>(v.x, v.y)) {} \
    __host__ __device__ explicit __nv_##family##x2_##name(double2 v) : __x(__heddle_narrow2<kind, bits>(v.x, v.y)) {} \
    __host__ __device__ explicit __nv_##family##x2_##name(__half2 v) : __nv_##family##x2_##name(__half22float2(v)) {} \
    __host__ __device__ explicit __nv_##family##x2_##name(__nv_bfloat162 v) : __nv_##family##x2_##name(__bfloat1622float2(v)) {} \
    __host__ __device__ explicit operator float2() const {                                         \
      return {__heddle_wide<kind, bits>(__x), __heddle_wide<kind, bits>(__x, 1)};                  \
    }                                                                                              \
    __host__ __device__ explicit operator __half2() const { return __float22half2_rn(static_cast<float2>(*this)); } \
    __host__ __device__ explicit operator __nv_bfloat162() const { return __float22bfloat162_rn(static_cast<float2>(*this)); } \
  };                                                                                               \
  struct __nv_##family##x4_##name {                                                                \
    __nv_##family##x4_storage_t __x;                                                               \
    __nv_##family##x4_##name() = default;                                                          \
    __host__ __device__ explicit __nv_##family##x4_##name(float4 v)                                \
        : __x(__heddle_narrow2<kind, bits>(v.x, v.y) | __heddle_narrow2<kind, bits>(v.z, v.w) << 2 * bits) {} \
    __host__ __device__ explicit __nv_##family##x4_##name(double4 v)                               \
        : __x(__heddle_narrow2<kind, bits>(v.x, v.y) | __heddle_narrow2<kind, bits>(v.z, v.w) << 2 * bits) {} \
    __host__ __device__ explicit __nv_##family##x4_##name(__half2 low, __half2 high)               \
        : __nv_##family##x4_##name(float4{__low2float(low), __high2float(low), __low2float(high), __high2float(high)}) {} \
    __host__ __device__ explicit __nv_##family##x4_##name(__nv_bfloat162 low, __nv_bfloat162 high) \
        : __nv_##family##x4_##name(float4{__low2float(low), __high2float(low), __low2float(high), __high2float(high)}) {} \
    __host__ __device__ explicit operator float4() const {                                         \
      return {__heddle_wide<kind, bits>(__x), __heddle_wide<kind, bits>(__x, 1),                   \
              __heddle_wide<kind, bits>(__x, 2), __heddle_wide<kind, bits>(__x, 3)};               \
    }                                                                                              \
  };

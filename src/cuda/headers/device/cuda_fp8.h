// Numbers of 8 bits: only that conversions are functions of what they convert.
#pragma once
#include <cuda_bf16.h>
#include <cuda_fp16.h>

typedef unsigned char __nv_fp8_storage_t;
typedef unsigned short __nv_fp8x2_storage_t;
typedef unsigned int __nv_fp8x4_storage_t;
enum __nv_saturation_t { __NV_NOSAT, __NV_SATFINITE };
enum __nv_fp8_interpretation_t { __NV_E4M3, __NV_E5M2 };

extern "C" {
__host__ __device__ __heddle_pure unsigned char __heddle_float_to_fp8(float x, int saturation, int kind);
__host__ __device__ __heddle_pure float __heddle_fp8_to_float(unsigned char x, int kind);
}
__heddle_both __nv_fp8_storage_t __nv_cvt_float_to_fp8(float x, __nv_saturation_t s, __nv_fp8_interpretation_t k) {
  return __heddle_float_to_fp8(x, s, k);
}
__heddle_both __nv_fp8_storage_t __nv_cvt_double_to_fp8(double x, __nv_saturation_t s, __nv_fp8_interpretation_t k) {
  return __heddle_float_to_fp8(static_cast<float>(x), s, k);
}
__heddle_both __nv_fp8x2_storage_t __nv_cvt_float2_to_fp8x2(float2 x, __nv_saturation_t s, __nv_fp8_interpretation_t k) {
  return static_cast<unsigned short>(__heddle_float_to_fp8(x.x, s, k) | __heddle_float_to_fp8(x.y, s, k) << 8);
}
__heddle_both __half_raw __nv_cvt_fp8_to_halfraw(__nv_fp8_storage_t x, __nv_fp8_interpretation_t k) {
  return __half(__heddle_fp8_to_float(x, k));
}
__heddle_both __half2_raw __nv_cvt_fp8x2_to_halfraw2(__nv_fp8x2_storage_t x, __nv_fp8_interpretation_t k) {
  return __half2(__half(__heddle_fp8_to_float(x & 0xff, k)), __half(__heddle_fp8_to_float(x >> 8, k)));
}
__heddle_both __nv_fp8_storage_t __nv_cvt_halfraw_to_fp8(__half_raw x, __nv_saturation_t s, __nv_fp8_interpretation_t k) {
  return __heddle_float_to_fp8(static_cast<float>(__half(x)), s, k);
}
__heddle_both __nv_fp8_storage_t __nv_cvt_bfloat16raw_to_fp8(__nv_bfloat16_raw x, __nv_saturation_t s, __nv_fp8_interpretation_t k) {
  return __heddle_float_to_fp8(static_cast<float>(__nv_bfloat16(x)), s, k);
}

#define __HEDDLE_FP8(name, kind)                                                                   \
  struct __nv_fp8_##name {                                                                         \
    __nv_fp8_storage_t __x;                                                                        \
    __nv_fp8_##name() = default;                                                                   \
    __host__ __device__ explicit __nv_fp8_##name(float x) : __x(__heddle_float_to_fp8(x, __NV_SATFINITE, kind)) {} \
    __host__ __device__ explicit __nv_fp8_##name(double x) : __nv_fp8_##name(static_cast<float>(x)) {} \
    __host__ __device__ explicit __nv_fp8_##name(int x) : __nv_fp8_##name(static_cast<float>(x)) {} \
    __host__ __device__ explicit __nv_fp8_##name(unsigned x) : __nv_fp8_##name(static_cast<float>(x)) {} \
    __host__ __device__ explicit __nv_fp8_##name(__half x) : __nv_fp8_##name(static_cast<float>(x)) {} \
    __host__ __device__ explicit __nv_fp8_##name(__nv_bfloat16 x) : __nv_fp8_##name(static_cast<float>(x)) {} \
    __host__ __device__ explicit operator float() const { return __heddle_fp8_to_float(__x, kind); } \
    __host__ __device__ explicit operator double() const { return __heddle_fp8_to_float(__x, kind); } \
    __host__ __device__ explicit operator __half() const { return __half(__heddle_fp8_to_float(__x, kind)); } \
    __host__ __device__ explicit operator __nv_bfloat16() const { return __nv_bfloat16(__heddle_fp8_to_float(__x, kind)); } \
    __host__ __device__ explicit operator int() const { return static_cast<int>(__heddle_fp8_to_float(__x, kind)); } \
    __host__ __device__ explicit operator bool() const { return __heddle_fp8_to_float(__x, kind) != 0.0f; } \
  };                                                                                               \
  struct __nv_fp8x2_##name {                                                                       \
    __nv_fp8x2_storage_t __x;                                                                      \
    __nv_fp8x2_##name() = default;                                                                 \
    __host__ __device__ explicit __nv_fp8x2_##name(float2 x) : __x(__nv_cvt_float2_to_fp8x2(x, __NV_SATFINITE, kind)) {} \
    __host__ __device__ explicit operator float2() const {                                         \
      return {__heddle_fp8_to_float(__x & 0xff, kind), __heddle_fp8_to_float(__x >> 8, kind)};     \
    }                                                                                              \
    __host__ __device__ explicit operator __half2() const { return __nv_cvt_fp8x2_to_halfraw2(__x, kind); } \
  };                                                                                               \
  struct __nv_fp8x4_##name {                                                                       \
    __nv_fp8x4_storage_t __x;                                                                      \
    __nv_fp8x4_##name() = default;                                                                 \
    __host__ __device__ explicit __nv_fp8x4_##name(float4 x)                                       \
        : __x(__nv_cvt_float2_to_fp8x2(float2{x.x, x.y}, __NV_SATFINITE, kind) |                   \
              static_cast<unsigned>(__nv_cvt_float2_to_fp8x2(float2{x.z, x.w}, __NV_SATFINITE, kind)) << 16) {} \
    __host__ __device__ explicit operator float4() const {                                         \
      return {__heddle_fp8_to_float(__x & 0xff, kind), __heddle_fp8_to_float(__x >> 8 & 0xff, kind), \
              __heddle_fp8_to_float(__x >> 16 & 0xff, kind), __heddle_fp8_to_float(__x >> 24, kind)}; \
    }                                                                                              \
  };
__HEDDLE_FP8(e4m3, __NV_E4M3)
__HEDDLE_FP8(e5m2, __NV_E5M2)
#undef __HEDDLE_FP8

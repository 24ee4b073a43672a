// Numbers of 6 bits, a byte each.
#pragma once
#include <cuda_fp8.h>

typedef unsigned char __nv_fp6_storage_t;
typedef unsigned short __nv_fp6x2_storage_t;
typedef unsigned int __nv_fp6x4_storage_t;
enum __nv_fp6_interpretation_t { __NV_E2M3 = __HEDDLE_E2M3, __NV_E3M2 = __HEDDLE_E3M2 };

__heddle_both __nv_fp6_storage_t __nv_cvt_double_to_fp6(double x, __nv_fp6_interpretation_t k, cudaRoundMode mode) {
  return __heddle_float_to_narrow(x, 2 * mode + 1, k) & 0x3f;
}
__heddle_both __nv_fp6_storage_t __nv_cvt_float_to_fp6(float x, __nv_fp6_interpretation_t k, cudaRoundMode mode) {
  return __nv_cvt_double_to_fp6(x, k, mode);
}
__heddle_both __nv_fp6_storage_t __nv_cvt_halfraw_to_fp6(__half_raw x, __nv_fp6_interpretation_t k, cudaRoundMode mode) {
  return __nv_cvt_double_to_fp6(static_cast<float>(__half(x)), k, mode);
}
__heddle_both __nv_fp6_storage_t __nv_cvt_bfloat16raw_to_fp6(__nv_bfloat16_raw x, __nv_fp6_interpretation_t k, cudaRoundMode mode) {
  return __nv_cvt_double_to_fp6(static_cast<float>(__nv_bfloat16(x)), k, mode);
}
__heddle_both __nv_fp6x2_storage_t __nv_cvt_double2_to_fp6x2(double2 v, __nv_fp6_interpretation_t k, cudaRoundMode mode) {
  return static_cast<__nv_fp6x2_storage_t>(__nv_cvt_double_to_fp6(v.x, k, mode) | __nv_cvt_double_to_fp6(v.y, k, mode) << 8);
}
__heddle_both __nv_fp6x2_storage_t __nv_cvt_float2_to_fp6x2(float2 v, __nv_fp6_interpretation_t k, cudaRoundMode mode) {
  return __nv_cvt_double2_to_fp6x2(double2{v.x, v.y}, k, mode);
}
__heddle_both __nv_fp6x2_storage_t __nv_cvt_halfraw2_to_fp6x2(__half2_raw v, __nv_fp6_interpretation_t k, cudaRoundMode mode) {
  return __nv_cvt_float2_to_fp6x2(__half22float2(__half2(v)), k, mode);
}
__heddle_both __nv_fp6x2_storage_t __nv_cvt_bfloat16raw2_to_fp6x2(__nv_bfloat162_raw v, __nv_fp6_interpretation_t k, cudaRoundMode mode) {
  return __nv_cvt_float2_to_fp6x2(__bfloat1622float2(__nv_bfloat162(v)), k, mode);
}
__heddle_both __half_raw __nv_cvt_fp6_to_halfraw(__nv_fp6_storage_t x, __nv_fp6_interpretation_t k) {
  return __half(__heddle_narrow_to_float(x & 0x3f, k));
}
__heddle_both __half2_raw __nv_cvt_fp6x2_to_halfraw2(__nv_fp6x2_storage_t x, __nv_fp6_interpretation_t k) {
  return __half2(__half(__heddle_narrow_to_float(x & 0x3f, k)), __half(__heddle_narrow_to_float(x >> 8 & 0x3f, k)));
}

__HEDDLE_NARROW(fp6, e2m3, __HEDDLE_E2M3, 8)
__HEDDLE_NARROW(fp6, e3m2, __HEDDLE_E3M2, 8)

// Numbers of 4 bits, two in a byte.
#pragma once
#include <cuda_fp8.h>

typedef unsigned char __nv_fp4_storage_t;
typedef unsigned char __nv_fp4x2_storage_t;
typedef unsigned short __nv_fp4x4_storage_t;
enum __nv_fp4_interpretation_t { __NV_E2M1 = __HEDDLE_E2M1 };

__heddle_both __nv_fp4_storage_t __nv_cvt_double_to_fp4(double x, __nv_fp4_interpretation_t k, cudaRoundMode mode) {
  return __heddle_float_to_narrow(x, 2 * mode + 1, k) & 0xf;
}
__heddle_both __nv_fp4_storage_t __nv_cvt_float_to_fp4(float x, __nv_fp4_interpretation_t k, cudaRoundMode mode) {
  return __nv_cvt_double_to_fp4(x, k, mode);
}
__heddle_both __nv_fp4_storage_t __nv_cvt_halfraw_to_fp4(__half_raw x, __nv_fp4_interpretation_t k, cudaRoundMode mode) {
  return __nv_cvt_double_to_fp4(static_cast<float>(__half(x)), k, mode);
}
__heddle_both __nv_fp4_storage_t __nv_cvt_bfloat16raw_to_fp4(__nv_bfloat16_raw x, __nv_fp4_interpretation_t k, cudaRoundMode mode) {
  return __nv_cvt_double_to_fp4(static_cast<float>(__nv_bfloat16(x)), k, mode);
}
__heddle_both __nv_fp4x2_storage_t __nv_cvt_double2_to_fp4x2(double2 v, __nv_fp4_interpretation_t k, cudaRoundMode mode) {
  return static_cast<__nv_fp4x2_storage_t>(__nv_cvt_double_to_fp4(v.x, k, mode) | __nv_cvt_double_to_fp4(v.y, k, mode) << 4);
}
__heddle_both __nv_fp4x2_storage_t __nv_cvt_float2_to_fp4x2(float2 v, __nv_fp4_interpretation_t k, cudaRoundMode mode) {
  return __nv_cvt_double2_to_fp4x2(double2{v.x, v.y}, k, mode);
}
__heddle_both __nv_fp4x2_storage_t __nv_cvt_halfraw2_to_fp4x2(__half2_raw v, __nv_fp4_interpretation_t k, cudaRoundMode mode) {
  return __nv_cvt_float2_to_fp4x2(__half22float2(__half2(v)), k, mode);
}
__heddle_both __nv_fp4x2_storage_t __nv_cvt_bfloat16raw2_to_fp4x2(__nv_bfloat162_raw v, __nv_fp4_interpretation_t k, cudaRoundMode mode) {
  return __nv_cvt_float2_to_fp4x2(__bfloat1622float2(__nv_bfloat162(v)), k, mode);
}
__heddle_both __half_raw __nv_cvt_fp4_to_halfraw(__nv_fp4_storage_t x, __nv_fp4_interpretation_t k) {
  return __half(__heddle_narrow_to_float(x & 0xf, k));
}
__heddle_both __half2_raw __nv_cvt_fp4x2_to_halfraw2(__nv_fp4x2_storage_t x, __nv_fp4_interpretation_t k) {
  return __half2(__half(__heddle_narrow_to_float(x & 0xf, k)), __half(__heddle_narrow_to_float(x >> 4 & 0xf, k)));
}

__HEDDLE_NARROW(fp4, e2m1, __HEDDLE_E2M1, 4)

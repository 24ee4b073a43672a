// Numbers of 8 bits.
#pragma once
#include <heddle/narrow_floats.h>

typedef unsigned char __nv_fp8_storage_t;
typedef unsigned short __nv_fp8x2_storage_t;
typedef unsigned int __nv_fp8x4_storage_t;
enum __nv_fp8_interpretation_t { __NV_E4M3 = __HEDDLE_E4M3, __NV_E5M2 = __HEDDLE_E5M2 };

__heddle_both __nv_fp8_storage_t __nv_cvt_double_to_fp8(double x, __nv_saturation_t s, __nv_fp8_interpretation_t k) {
  return __heddle_float_to_narrow(x, s, k);
}
__heddle_both __nv_fp8_storage_t __nv_cvt_float_to_fp8(float x, __nv_saturation_t s, __nv_fp8_interpretation_t k) {
  return __nv_cvt_double_to_fp8(x, s, k);
}
__heddle_both __nv_fp8_storage_t __nv_cvt_halfraw_to_fp8(__half_raw x, __nv_saturation_t s, __nv_fp8_interpretation_t k) {
  return __nv_cvt_double_to_fp8(static_cast<float>(__half(x)), s, k);
}
__heddle_both __nv_fp8_storage_t __nv_cvt_bfloat16raw_to_fp8(__nv_bfloat16_raw x, __nv_saturation_t s, __nv_fp8_interpretation_t k) {
  return __nv_cvt_double_to_fp8(static_cast<float>(__nv_bfloat16(x)), s, k);
}
__heddle_both __nv_fp8x2_storage_t __nv_cvt_double2_to_fp8x2(double2 v, __nv_saturation_t s, __nv_fp8_interpretation_t k) {
  return static_cast<unsigned short>(__nv_cvt_double_to_fp8(v.x, s, k) | __nv_cvt_double_to_fp8(v.y, s, k) << 8);
}
__heddle_both __nv_fp8x2_storage_t __nv_cvt_float2_to_fp8x2(float2 v, __nv_saturation_t s, __nv_fp8_interpretation_t k) {
  return __nv_cvt_double2_to_fp8x2(double2{v.x, v.y}, s, k);
}
__heddle_both __nv_fp8x2_storage_t __nv_cvt_halfraw2_to_fp8x2(__half2_raw v, __nv_saturation_t s, __nv_fp8_interpretation_t k) {
  return __nv_cvt_float2_to_fp8x2(__half22float2(__half2(v)), s, k);
}
__heddle_both __nv_fp8x2_storage_t __nv_cvt_bfloat16raw2_to_fp8x2(__nv_bfloat162_raw v, __nv_saturation_t s, __nv_fp8_interpretation_t k) {
  return __nv_cvt_float2_to_fp8x2(__bfloat1622float2(__nv_bfloat162(v)), s, k);
}
__heddle_both __half_raw __nv_cvt_fp8_to_halfraw(__nv_fp8_storage_t x, __nv_fp8_interpretation_t k) {
  return __half(__heddle_narrow_to_float(x, k));
}
__heddle_both __half2_raw __nv_cvt_fp8x2_to_halfraw2(__nv_fp8x2_storage_t x, __nv_fp8_interpretation_t k) {
  return __half2(__half(__heddle_narrow_to_float(x & 0xff, k)), __half(__heddle_narrow_to_float(x >> 8, k)));
}

// Factors of blocks: exponents alone.
__heddle_both __nv_fp8_storage_t __nv_cvt_double_to_e8m0(double x, __nv_saturation_t s, cudaRoundMode mode) {
  return __heddle_float_to_narrow(x, 2 * mode + s, __HEDDLE_E8M0);
}
__heddle_both __nv_fp8_storage_t __nv_cvt_float_to_e8m0(float x, __nv_saturation_t s, cudaRoundMode mode) {
  return __nv_cvt_double_to_e8m0(x, s, mode);
}
__heddle_both __nv_fp8_storage_t __nv_cvt_bfloat16raw_to_e8m0(__nv_bfloat16_raw x, __nv_saturation_t s, cudaRoundMode mode) {
  return __nv_cvt_double_to_e8m0(static_cast<float>(__nv_bfloat16(x)), s, mode);
}
__heddle_both __nv_fp8x2_storage_t __nv_cvt_double2_to_e8m0x2(double2 v, __nv_saturation_t s, cudaRoundMode mode) {
  return static_cast<unsigned short>(__nv_cvt_double_to_e8m0(v.x, s, mode) | __nv_cvt_double_to_e8m0(v.y, s, mode) << 8);
}
__heddle_both __nv_fp8x2_storage_t __nv_cvt_float2_to_e8m0x2(float2 v, __nv_saturation_t s, cudaRoundMode mode) {
  return __nv_cvt_double2_to_e8m0x2(double2{v.x, v.y}, s, mode);
}
__heddle_both __nv_fp8x2_storage_t __nv_cvt_bfloat162raw_to_e8m0x2(__nv_bfloat162_raw v, __nv_saturation_t s, cudaRoundMode mode) {
  return __nv_cvt_float2_to_e8m0x2(__bfloat1622float2(__nv_bfloat162(v)), s, mode);
}
__heddle_both __nv_bfloat16_raw __nv_cvt_e8m0_to_bf16raw(__nv_fp8_storage_t x) {
  return __nv_bfloat16(__heddle_narrow_to_float(x, __HEDDLE_E8M0));
}
__heddle_both __nv_bfloat162_raw __nv_cvt_e8m0x2_to_bf162raw(__nv_fp8x2_storage_t x) {
  return __float22bfloat162_rn(float2{__heddle_narrow_to_float(x & 0xff, __HEDDLE_E8M0), __heddle_narrow_to_float(x >> 8, __HEDDLE_E8M0)});
}

__HEDDLE_NARROW(fp8, e4m3, __HEDDLE_E4M3, 8)
__HEDDLE_NARROW(fp8, e5m2, __HEDDLE_E5M2, 8)
__HEDDLE_NARROW(fp8, e8m0, __HEDDLE_E8M0, 8)

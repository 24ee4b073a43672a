// Conversions with a rounding, and the bits of floating-point numbers.
#pragma once

__heddle_both int __float_as_int(float x) { return __builtin_bit_cast(int, x); }
__heddle_both unsigned __float_as_uint(float x) { return __builtin_bit_cast(unsigned, x); }
__heddle_both float __int_as_float(int x) { return __builtin_bit_cast(float, x); }
__heddle_both float __uint_as_float(unsigned x) { return __builtin_bit_cast(float, x); }
__heddle_both long long __double_as_longlong(double x) { return __builtin_bit_cast(long long, x); }
__heddle_both double __longlong_as_double(long long x) { return __builtin_bit_cast(double, x); }
__heddle_both int __double2loint(double x) {
  return static_cast<int>(__builtin_bit_cast(unsigned long long, x));
}
__heddle_both int __double2hiint(double x) {
  return static_cast<int>(__builtin_bit_cast(unsigned long long, x) >> 32);
}
__heddle_both double __hiloint2double(int high, int low) {
  return __builtin_bit_cast(double, (static_cast<unsigned long long>(static_cast<unsigned>(high)) << 32) |
                                        static_cast<unsigned>(low));
}

// _rn: to the nearest, _rz: to zero, _ru: up, _rd: down
extern "C" {
#define __HEDDLE_ROUNDED(result, name, type)                                                       \
  __device__ __heddle_pure result name##_rn(type x);                                               \
  __device__ __heddle_pure result name##_rz(type x);                                               \
  __device__ __heddle_pure result name##_ru(type x);                                               \
  __device__ __heddle_pure result name##_rd(type x);
__HEDDLE_ROUNDED(int, __float2int, float)
__HEDDLE_ROUNDED(unsigned, __float2uint, float)
__HEDDLE_ROUNDED(long long, __float2ll, float)
__HEDDLE_ROUNDED(unsigned long long, __float2ull, float)
__HEDDLE_ROUNDED(int, __double2int, double)
__HEDDLE_ROUNDED(unsigned, __double2uint, double)
__HEDDLE_ROUNDED(long long, __double2ll, double)
__HEDDLE_ROUNDED(unsigned long long, __double2ull, double)
__HEDDLE_ROUNDED(float, __int2float, int)
__HEDDLE_ROUNDED(float, __uint2float, unsigned)
__HEDDLE_ROUNDED(float, __ll2float, long long)
__HEDDLE_ROUNDED(double, __ll2double, long long)
__HEDDLE_ROUNDED(float, __ull2float, unsigned long long)
__HEDDLE_ROUNDED(double, __ull2double, unsigned long long)
__HEDDLE_ROUNDED(float, __double2float, double)
__device__ __heddle_pure double __int2double_rn(int x);
__device__ __heddle_pure double __uint2double_rn(unsigned x);
__host__ __device__ __heddle_pure float __float_to_tf32(float x);
#undef __HEDDLE_ROUNDED
}

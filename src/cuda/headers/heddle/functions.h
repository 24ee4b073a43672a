// Functions of floating-point numbers. Of each only that its value depends on nothing but its
// arguments. The names of C for double, with f for float; and under the name without f overloads for
// float, which give way to those of <cmath>.
#pragma once

extern "C" {
#define __HEDDLE_F1(name)                                                                          \
  __host__ __device__ __heddle_pure double name(double x) noexcept;                                \
  __host__ __device__ __heddle_pure float name##f(float x) noexcept;
#define __HEDDLE_F2(name)                                                                          \
  __host__ __device__ __heddle_pure double name(double x, double y) noexcept;                      \
  __host__ __device__ __heddle_pure float name##f(float x, float y) noexcept;
#define __HEDDLE_F3(name)                                                                          \
  __host__ __device__ __heddle_pure double name(double x, double y, double z) noexcept;            \
  __host__ __device__ __heddle_pure float name##f(float x, float y, float z) noexcept;
__HEDDLE_F1(acos)
__HEDDLE_F1(acosh)
__HEDDLE_F1(asin)
__HEDDLE_F1(asinh)
__HEDDLE_F1(atan)
__HEDDLE_F1(atanh)
__HEDDLE_F1(cbrt)
__HEDDLE_F1(ceil)
__HEDDLE_F1(cos)
__HEDDLE_F1(cosh)
__HEDDLE_F1(erf)
__HEDDLE_F1(erfc)
__HEDDLE_F1(exp)
__HEDDLE_F1(exp2)
__HEDDLE_F1(expm1)
__HEDDLE_F1(fabs)
__HEDDLE_F1(floor)
__HEDDLE_F1(log)
__HEDDLE_F1(log10)
__HEDDLE_F1(log1p)
__HEDDLE_F1(log2)
__HEDDLE_F1(logb)
__HEDDLE_F1(nearbyint)
__HEDDLE_F1(rint)
__HEDDLE_F1(round)
__HEDDLE_F1(sin)
__HEDDLE_F1(sinh)
__HEDDLE_F1(sqrt)
__HEDDLE_F1(tan)
__HEDDLE_F1(tanh)
__HEDDLE_F1(trunc)
__HEDDLE_F1(tgamma)
__HEDDLE_F1(lgamma)
__HEDDLE_F1(cospi)
__HEDDLE_F1(sinpi)
__HEDDLE_F1(erfcinv)
__HEDDLE_F1(erfcx)
__HEDDLE_F1(erfinv)
__HEDDLE_F1(normcdf)
__HEDDLE_F1(normcdfinv)
__HEDDLE_F1(rcbrt)
__HEDDLE_F1(rsqrt)
__HEDDLE_F1(cyl_bessel_i0)
__HEDDLE_F1(cyl_bessel_i1)
__HEDDLE_F1(exp10)
__HEDDLE_F1(j0)
__HEDDLE_F1(j1)
__HEDDLE_F1(y0)
__HEDDLE_F1(y1)
__HEDDLE_F2(atan2)
__HEDDLE_F2(copysign)
__HEDDLE_F2(fdim)
__HEDDLE_F2(fmax)
__HEDDLE_F2(fmin)
__HEDDLE_F2(fmod)
__HEDDLE_F2(hypot)
__HEDDLE_F2(nextafter)
__HEDDLE_F2(pow)
__HEDDLE_F2(remainder)
__HEDDLE_F2(rhypot)
__HEDDLE_F3(fma)
__device__ __heddle_pure double norm3d(double a, double b, double c) noexcept;
__device__ __heddle_pure float norm3df(float a, float b, float c) noexcept;
__device__ __heddle_pure double rnorm3d(double a, double b, double c) noexcept;
__device__ __heddle_pure float rnorm3df(float a, float b, float c) noexcept;
__device__ __heddle_pure double norm4d(double a, double b, double c, double d) noexcept;
__device__ __heddle_pure float norm4df(float a, float b, float c, float d) noexcept;
__device__ __heddle_pure double rnorm4d(double a, double b, double c, double d) noexcept;
__device__ __heddle_pure float rnorm4df(float a, float b, float c, float d) noexcept;
__device__ double norm(int count, const double* x) noexcept __heddle_unknown;
__device__ float normf(int count, const float* x) noexcept __heddle_unknown;
__device__ double rnorm(int count, const double* x) noexcept __heddle_unknown;
__device__ float rnormf(int count, const float* x) noexcept __heddle_unknown;
__host__ __device__ __heddle_pure double ldexp(double x, int e) noexcept;
__host__ __device__ __heddle_pure float ldexpf(float x, int e) noexcept;
__host__ __device__ __heddle_pure double scalbn(double x, int e) noexcept;
__host__ __device__ __heddle_pure float scalbnf(float x, int e) noexcept;
__host__ __device__ __heddle_pure double scalbln(double x, long e) noexcept;
__host__ __device__ __heddle_pure float scalblnf(float x, long e) noexcept;
__host__ __device__ __heddle_pure double jn(int n, double x) noexcept;
__host__ __device__ __heddle_pure float jnf(int n, float x) noexcept;
__host__ __device__ __heddle_pure double yn(int n, double x) noexcept;
__host__ __device__ __heddle_pure float ynf(int n, float x) noexcept;
__host__ __device__ __heddle_pure int ilogb(double x) noexcept;
__host__ __device__ __heddle_pure int ilogbf(float x) noexcept;
__host__ __device__ __heddle_pure long lrint(double x) noexcept;
__host__ __device__ __heddle_pure long lrintf(float x) noexcept;
__host__ __device__ __heddle_pure long lround(double x) noexcept;
__host__ __device__ __heddle_pure long lroundf(float x) noexcept;
__host__ __device__ __heddle_pure long long llrint(double x) noexcept;
__host__ __device__ __heddle_pure long long llrintf(float x) noexcept;
__host__ __device__ __heddle_pure long long llround(double x) noexcept;
__host__ __device__ __heddle_pure long long llroundf(float x) noexcept;
__host__ __device__ inline double nan(const char*) noexcept { return __builtin_nan(""); }
__host__ __device__ inline float nanf(const char*) noexcept { return __builtin_nanf(""); }
__device__ __heddle_pure float fdividef(float x, float y) noexcept;
__device__ __heddle_pure double fdivide(double x, double y) noexcept;
__device__ __heddle_pure float saturate(float x) noexcept;
__host__ __device__ __heddle_pure float __saturatef(float x) noexcept;
__host__ __device__ __heddle_pure int abs(int x) noexcept;
__host__ __device__ __heddle_pure long labs(long x) noexcept;
__host__ __device__ __heddle_pure long long llabs(long long x) noexcept;

// Results in two parts.
__host__ __device__ __heddle_pure double __heddle_frexp(double x) noexcept;
__host__ __device__ __heddle_pure int __heddle_frexp_exponent(double x) noexcept;
__host__ __device__ __heddle_pure float __heddle_frexpf(float x) noexcept;
__host__ __device__ __heddle_pure double __heddle_fraction(double x) noexcept;
__host__ __device__ __heddle_pure float __heddle_fractionf(float x) noexcept;
__host__ __device__ __heddle_pure int __heddle_quotient(double x, double y) noexcept;
inline __host__ __device__ double frexp(double x, int* exponent) noexcept {
  *exponent = __heddle_frexp_exponent(x);
  return __heddle_frexp(x);
}
inline __host__ __device__ float frexpf(float x, int* exponent) noexcept {
  *exponent = __heddle_frexp_exponent(x);
  return __heddle_frexpf(x);
}
inline __host__ __device__ double modf(double x, double* whole) noexcept {
  *whole = trunc(x);
  return __heddle_fraction(x);
}
inline __host__ __device__ float modff(float x, float* whole) noexcept {
  *whole = truncf(x);
  return __heddle_fractionf(x);
}
inline __host__ __device__ double remquo(double x, double y, int* quotient) noexcept {
  *quotient = __heddle_quotient(x, y);
  return remainder(x, y);
}
inline __host__ __device__ float remquof(float x, float y, int* quotient) noexcept {
  *quotient = __heddle_quotient(x, y);
  return remainderf(x, y);
}
inline __host__ __device__ void sincos(double x, double* s, double* c) noexcept {
  *s = sin(x);
  *c = cos(x);
}
inline __host__ __device__ void sincosf(float x, float* s, float* c) noexcept {
  *s = sinf(x);
  *c = cosf(x);
}
inline __host__ __device__ void sincospi(double x, double* s, double* c) noexcept {
  *s = sinpi(x);
  *c = cospi(x);
}
inline __host__ __device__ void sincospif(float x, float* s, float* c) noexcept {
  *s = sinpif(x);
  *c = cospif(x);
}

// Fast ones of the device.
#define __HEDDLE_FAST(name) __host__ __device__ __heddle_pure float name(float x) noexcept;
__HEDDLE_FAST(__cosf)
__HEDDLE_FAST(__sinf)
__HEDDLE_FAST(__tanf)
__HEDDLE_FAST(__expf)
__HEDDLE_FAST(__exp10f)
__HEDDLE_FAST(__logf)
__HEDDLE_FAST(__log2f)
__HEDDLE_FAST(__log10f)
__HEDDLE_FAST(__tanhf)
#undef __HEDDLE_FAST
__host__ __device__ __heddle_pure float __powf(float x, float y) noexcept;
__device__ __heddle_pure float __fdividef(float x, float y) noexcept;
inline __host__ __device__ void __sincosf(float x, float* s, float* c) noexcept {
  *s = __sinf(x);
  *c = __cosf(x);
}

// With a rounding of their own.
#define __HEDDLE_R1(type, name)                                                                    \
  __device__ __heddle_pure type name##_rn(type x) noexcept;                                        \
  __device__ __heddle_pure type name##_rz(type x) noexcept;                                        \
  __device__ __heddle_pure type name##_ru(type x) noexcept;                                        \
  __device__ __heddle_pure type name##_rd(type x) noexcept;
#define __HEDDLE_R2(type, name)                                                                    \
  __device__ __heddle_pure type name##_rn(type x, type y) noexcept;                                \
  __device__ __heddle_pure type name##_rz(type x, type y) noexcept;                                \
  __device__ __heddle_pure type name##_ru(type x, type y) noexcept;                                \
  __device__ __heddle_pure type name##_rd(type x, type y) noexcept;
#define __HEDDLE_R3(type, name)                                                                    \
  __device__ __heddle_pure type name##_rn(type x, type y, type z) noexcept;                        \
  __device__ __heddle_pure type name##_rz(type x, type y, type z) noexcept;                        \
  __device__ __heddle_pure type name##_ru(type x, type y, type z) noexcept;                        \
  __device__ __heddle_pure type name##_rd(type x, type y, type z) noexcept;
__HEDDLE_R2(float, __fadd)
__HEDDLE_R2(double, __dadd)
__HEDDLE_R2(float, __fsub)
__HEDDLE_R2(double, __dsub)
__HEDDLE_R2(float, __fmul)
__HEDDLE_R2(double, __dmul)
__HEDDLE_R2(float, __fdiv)
__HEDDLE_R2(double, __ddiv)
__HEDDLE_R1(float, __frcp)
__HEDDLE_R1(double, __drcp)
__HEDDLE_R1(float, __fsqrt)
__HEDDLE_R1(double, __dsqrt)
__HEDDLE_R3(float, __fmaf)
__HEDDLE_R3(double, __fma)
__HEDDLE_R3(float, __fmaf_ieee)
__device__ __heddle_pure float __frsqrt_rn(float x) noexcept;
#undef __HEDDLE_R1
#undef __HEDDLE_R2
#undef __HEDDLE_R3
#undef __HEDDLE_F1
#undef __HEDDLE_F2
#undef __HEDDLE_F3
}

// The overloads for float.
#define __HEDDLE_F1(name)                                                                          \
  template <class T> __heddle_both typename __heddle::only<T, float>::type name(T x) {             \
    return name##f(x);                                                                             \
  }
#define __HEDDLE_F2(name)                                                                          \
  template <class T, class U>                                                                      \
  __heddle_both typename __heddle::both<T, U, float>::type name(T x, U y) {                        \
    return name##f(x, y);                                                                          \
  }
__HEDDLE_F1(acos)
__HEDDLE_F1(acosh)
__HEDDLE_F1(asin)
__HEDDLE_F1(asinh)
__HEDDLE_F1(atan)
__HEDDLE_F1(atanh)
__HEDDLE_F1(cbrt)
__HEDDLE_F1(ceil)
__HEDDLE_F1(cos)
__HEDDLE_F1(cosh)
__HEDDLE_F1(erf)
__HEDDLE_F1(erfc)
__HEDDLE_F1(exp)
__HEDDLE_F1(exp2)
__HEDDLE_F1(expm1)
__HEDDLE_F1(fabs)
__HEDDLE_F1(floor)
__HEDDLE_F1(log)
__HEDDLE_F1(log10)
__HEDDLE_F1(log1p)
__HEDDLE_F1(log2)
__HEDDLE_F1(logb)
__HEDDLE_F1(nearbyint)
__HEDDLE_F1(rint)
__HEDDLE_F1(round)
__HEDDLE_F1(sin)
__HEDDLE_F1(sinh)
__HEDDLE_F1(sqrt)
__HEDDLE_F1(tan)
__HEDDLE_F1(tanh)
__HEDDLE_F1(trunc)
__HEDDLE_F1(tgamma)
__HEDDLE_F1(lgamma)
__HEDDLE_F1(cospi)
__HEDDLE_F1(sinpi)
__HEDDLE_F1(erfcinv)
__HEDDLE_F1(erfcx)
__HEDDLE_F1(erfinv)
__HEDDLE_F1(normcdf)
__HEDDLE_F1(normcdfinv)
__HEDDLE_F1(rcbrt)
__HEDDLE_F1(rsqrt)
__HEDDLE_F1(cyl_bessel_i0)
__HEDDLE_F1(cyl_bessel_i1)
__HEDDLE_F1(exp10)
__HEDDLE_F1(j0)
__HEDDLE_F1(j1)
__HEDDLE_F1(y0)
__HEDDLE_F1(y1)
__HEDDLE_F2(atan2)
__HEDDLE_F2(copysign)
__HEDDLE_F2(fdim)
__HEDDLE_F2(fmax)
__HEDDLE_F2(fmin)
__HEDDLE_F2(fmod)
__HEDDLE_F2(hypot)
__HEDDLE_F2(nextafter)
__HEDDLE_F2(pow)
__HEDDLE_F2(remainder)
__HEDDLE_F2(rhypot)
template <class T> __heddle_both typename __heddle::only<T, float>::type fma(T x, T y, T z) {
  return fmaf(x, y, z);
}
template <class T> __heddle_both typename __heddle::only<T, float>::type ldexp(T x, int e) {
  return ldexpf(x, e);
}
template <class T> __heddle_both typename __heddle::only<T, float>::type scalbn(T x, int e) {
  return scalbnf(x, e);
}
template <class T> __heddle_both typename __heddle::only<T, float>::type frexp(T x, int* e) {
  return frexpf(x, e);
}
template <class T> __heddle_both typename __heddle::only<T, float>::type modf(T x, T* whole) {
  return modff(x, whole);
}
template <class T> __heddle_device typename __heddle::only<T, float>::type fdivide(T x, T y) {
  return fdividef(x, y);
}
template <class T> __heddle_both typename __heddle::only<T, float>::type abs(T x) { return fabsf(x); }
template <class T> __heddle_both typename __heddle::only<T, double>::type abs(T x) { return fabs(x); }
template <class T> __heddle_both typename __heddle::only<T, long>::type abs(T x) { return labs(x); }
template <class T> __heddle_both typename __heddle::only<T, long long>::type abs(T x) { return llabs(x); }
template <class T> __heddle_both typename __heddle::result<int, T, float>::type ilogb(T x) { return ilogbf(x); }
template <class T> __heddle_both typename __heddle::result<long, T, float>::type lrint(T x) { return lrintf(x); }
template <class T> __heddle_both typename __heddle::result<long, T, float>::type lround(T x) { return lroundf(x); }
template <class T> __heddle_both typename __heddle::result<long long, T, float>::type llrint(T x) { return llrintf(x); }
template <class T> __heddle_both typename __heddle::result<long long, T, float>::type llround(T x) { return llroundf(x); }
#undef __HEDDLE_F1
#undef __HEDDLE_F2

__heddle_both constexpr float min(float a, float b) { return __builtin_fminf(a, b); }
__heddle_both constexpr float max(float a, float b) { return __builtin_fmaxf(a, b); }
__heddle_both constexpr double min(double a, double b) { return __builtin_fmin(a, b); }
__heddle_both constexpr double max(double a, double b) { return __builtin_fmax(a, b); }
__heddle_both constexpr double min(float a, double b) { return __builtin_fmin(a, b); }
__heddle_both constexpr double max(float a, double b) { return __builtin_fmax(a, b); }
__heddle_both constexpr double min(double a, float b) { return __builtin_fmin(a, b); }
__heddle_both constexpr double max(double a, float b) { return __builtin_fmax(a, b); }

// What kind of number it is.
#define __HEDDLE_CLASS(name, of_double, of_float)                                                  \
  template <class T> __heddle_both typename __heddle::result<bool, T, float>::type name(T x) {     \
    return of_float;                                                                               \
  }                                                                                                \
  template <class T> __heddle_both typename __heddle::result<bool, T, double>::type name(T x) {    \
    return of_double;                                                                              \
  }
__HEDDLE_CLASS(isnan, __builtin_isnan(x), __builtin_isnan(x))
__HEDDLE_CLASS(isinf, __builtin_isinf(x), __builtin_isinf(x))
__HEDDLE_CLASS(isfinite, __builtin_isfinite(x), __builtin_isfinite(x))
__HEDDLE_CLASS(isnormal, __builtin_isnormal(x), __builtin_isnormal(x))
__HEDDLE_CLASS(signbit, __builtin_signbit(x) != 0, __builtin_signbitf(x) != 0)
#undef __HEDDLE_CLASS
extern "C" {
__host__ __device__ __heddle_pure int __isnan(double x) noexcept;
__host__ __device__ __heddle_pure int __isnanf(float x) noexcept;
__host__ __device__ __heddle_pure int __isinf(double x) noexcept;
__host__ __device__ __heddle_pure int __isinff(float x) noexcept;
__host__ __device__ __heddle_pure int __finite(double x) noexcept;
__host__ __device__ __heddle_pure int __finitef(float x) noexcept;
__host__ __device__ __heddle_pure int __signbit(double x) noexcept;
__host__ __device__ __heddle_pure int __signbitf(float x) noexcept;
__host__ __device__ __heddle_pure int isnanf(float x) noexcept;
__host__ __device__ __heddle_pure int isinff(float x) noexcept;
__host__ __device__ __heddle_pure int finite(double x) noexcept;
__host__ __device__ __heddle_pure int finitef(float x) noexcept;
}

// What <cmath> and <cfloat> define as macros.
#ifndef INFINITY
#define INFINITY (__builtin_inff())
#define NAN (__builtin_nanf(""))
#define HUGE_VAL (__builtin_huge_val())
#define HUGE_VALF (__builtin_huge_valf())
#define M_E 2.7182818284590452354
#define M_LOG2E 1.4426950408889634074
#define M_LOG10E 0.43429448190325182765
#define M_LN2 0.69314718055994530942
#define M_LN10 2.30258509299404568402
#define M_PI 3.14159265358979323846
#define M_PI_2 1.57079632679489661923
#define M_PI_4 0.78539816339744830962
#define M_1_PI 0.31830988618379067154
#define M_2_PI 0.63661977236758134308
#define M_2_SQRTPI 1.12837916709551257390
#define M_SQRT2 1.41421356237309504880
#define M_SQRT1_2 0.70710678118654752440
#endif

// Complex numbers in C's manner.
#pragma once
typedef float2 cuFloatComplex;
typedef double2 cuDoubleComplex;
typedef cuFloatComplex cuComplex;

#define __HEDDLE_COMPLEX(suffix, type, complex, magnitude)                                        \
  __heddle_both type cuCreal##suffix(complex a) { return a.x; }                                    \
  __heddle_both type cuCimag##suffix(complex a) { return a.y; }                                    \
  __heddle_both complex cuConj##suffix(complex a) { return {a.x, -a.y}; }                          \
  __heddle_both complex cuCadd##suffix(complex a, complex b) { return {a.x + b.x, a.y + b.y}; }    \
  __heddle_both complex cuCsub##suffix(complex a, complex b) { return {a.x - b.x, a.y - b.y}; }    \
  __heddle_both complex cuCmul##suffix(complex a, complex b) {                                     \
    return {a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x};                                         \
  }                                                                                                \
  __heddle_both complex cuCdiv##suffix(complex a, complex b) {                                     \
    const type s = b.x * b.x + b.y * b.y;                                                          \
    return {(a.x * b.x + a.y * b.y) / s, (a.y * b.x - a.x * b.y) / s};                             \
  }                                                                                                \
  __heddle_both complex cuCfma##suffix(complex a, complex b, complex c) {                          \
    return {a.x * b.x - a.y * b.y + c.x, a.x * b.y + a.y * b.x + c.y};                             \
  }                                                                                                \
  __heddle_both type cuCabs##suffix(complex a) { return magnitude(a.x, a.y); }
__HEDDLE_COMPLEX(f, float, cuFloatComplex, hypotf)
__HEDDLE_COMPLEX(, double, cuDoubleComplex, hypot)
#undef __HEDDLE_COMPLEX
__heddle_both cuFloatComplex make_cuFloatComplex(float a, float b) { return {a, b}; }
__heddle_both cuDoubleComplex make_cuDoubleComplex(double a, double b) { return {a, b}; }
__heddle_both cuComplex make_cuComplex(float a, float b) { return {a, b}; }
__heddle_both cuFloatComplex cuComplexDoubleToFloat(cuDoubleComplex a) {
  return {static_cast<float>(a.x), static_cast<float>(a.y)};
}
__heddle_both cuDoubleComplex cuComplexFloatToDouble(cuFloatComplex a) { return {a.x, a.y}; }

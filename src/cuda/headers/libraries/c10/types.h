// Numbers of PyTorch, and what its macros stand for. Not of PyTorch: its headers include this one.
#pragma once
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <stdint.h>
#include <complex>
#include <type_traits>

#define C10_HOST_DEVICE __host__ __device__
#define C10_DEVICE __device__
#define C10_HOST __host__
#define C10_LAUNCH_BOUNDS_0 __launch_bounds__(256, 4)
#define C10_LAUNCH_BOUNDS_1(threads) __launch_bounds__(threads)
#define C10_LAUNCH_BOUNDS_2(threads, blocks) __launch_bounds__(threads, blocks)
#define C10_UNLIKELY(...) (__VA_ARGS__)
#define C10_LIKELY(...) (__VA_ARGS__)
#define C10_UNUSED [[maybe_unused]]
#define C10_ALWAYS_INLINE __attribute__((always_inline)) inline
#define C10_RESTRICT __restrict__
#define C10_API
#define C10_WARP_SIZE 32
#define TORCH_API
#define AT_HOST_DEVICE __host__ __device__
#define AT_DEVICE __device__

namespace c10 {

#define __HEDDLE_NUMBER(Name, stored)                                                              \
  struct __attribute__((aligned(2))) Name {                                                        \
    unsigned short x;                                                                              \
    Name() = default;                                                                              \
    __host__ __device__ Name(const stored& value) : x(__builtin_bit_cast(unsigned short, value)) {} \
    template <class T, class = typename std::enable_if<std::is_arithmetic<T>::value>::type>             \
    __host__ __device__ Name(T value) : Name(stored(static_cast<float>(value))) {}                 \
    __host__ __device__ operator float() const { return static_cast<float>(__builtin_bit_cast(stored, x)); } \
    __host__ __device__ operator stored() const { return __builtin_bit_cast(stored, x); }          \
  };                                                                                               \
  __HEDDLE_OPERATOR(Name, +)                                                                       \
  __HEDDLE_OPERATOR(Name, -)                                                                       \
  __HEDDLE_OPERATOR(Name, *)                                                                       \
  __HEDDLE_OPERATOR(Name, /)                                                                       \
  __HEDDLE_COMPARISON(Name, <)                                                                     \
  __HEDDLE_COMPARISON(Name, >)                                                                     \
  __HEDDLE_COMPARISON(Name, <=)                                                                    \
  __HEDDLE_COMPARISON(Name, >=)                                                                    \
  __HEDDLE_COMPARISON(Name, ==)                                                                    \
  __HEDDLE_COMPARISON(Name, !=)                                                                    \
  __host__ __device__ inline Name operator-(const Name& a) { return -static_cast<float>(a); }
#define __HEDDLE_OPERATOR(Name, op)                                                                \
  __host__ __device__ inline Name operator op(const Name& a, const Name& b) {                      \
    return static_cast<float>(a) op static_cast<float>(b);                                         \
  }                                                                                                \
  __host__ __device__ inline Name& operator op##=(Name& a, const Name& b) { return a = a op b; }   \
  __host__ __device__ inline float operator op(const Name& a, float b) { return static_cast<float>(a) op b; } \
  __host__ __device__ inline float operator op(float a, const Name& b) { return a op static_cast<float>(b); } \
  __host__ __device__ inline double operator op(const Name& a, double b) { return static_cast<float>(a) op b; } \
  __host__ __device__ inline double operator op(double a, const Name& b) { return a op static_cast<float>(b); } \
  __host__ __device__ inline Name operator op(const Name& a, int b) { return static_cast<float>(a) op static_cast<float>(b); } \
  __host__ __device__ inline Name operator op(int a, const Name& b) { return static_cast<float>(a) op static_cast<float>(b); }
#define __HEDDLE_COMPARISON(Name, op)                                                              \
  __host__ __device__ inline bool operator op(const Name& a, const Name& b) {                      \
    return static_cast<float>(a) op static_cast<float>(b);                                         \
  }                                                                                                \
  __host__ __device__ inline bool operator op(const Name& a, float b) { return static_cast<float>(a) op b; } \
  __host__ __device__ inline bool operator op(float a, const Name& b) { return a op static_cast<float>(b); }
__HEDDLE_NUMBER(Half, __half)
__HEDDLE_NUMBER(BFloat16, __nv_bfloat16)
#undef __HEDDLE_NUMBER
#undef __HEDDLE_OPERATOR
#undef __HEDDLE_COMPARISON
template <class T> using complex = std::complex<T>;

enum class ScalarType : signed char { Byte, Char, Short, Int, Long, Half, Float, Double, ComplexHalf, ComplexFloat, ComplexDouble, Bool, QInt8, QUInt8, QInt32, BFloat16, Float8_e5m2 = 23, Float8_e4m3fn, Undefined };
enum class DeviceType : signed char { CPU, CUDA };
inline constexpr DeviceType kCPU = DeviceType::CPU, kCUDA = DeviceType::CUDA;
inline constexpr ScalarType kByte = ScalarType::Byte, kChar = ScalarType::Char, kShort = ScalarType::Short, kInt = ScalarType::Int, kLong = ScalarType::Long, kHalf = ScalarType::Half, kFloat = ScalarType::Float, kDouble = ScalarType::Double, kBool = ScalarType::Bool, kBFloat16 = ScalarType::BFloat16, kUInt8 = kByte, kInt8 = kChar, kInt16 = kShort, kInt32 = kInt, kInt64 = kLong, kFloat16 = kHalf, kFloat32 = kFloat, kFloat64 = kDouble, kFloat8_e4m3fn = ScalarType::Float8_e4m3fn;

} // namespace c10

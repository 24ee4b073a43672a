// Vector types, dim3, the geometry of a launch, and the names of C's integer types.
#pragma once

typedef decltype(sizeof 0) size_t;
typedef __PTRDIFF_TYPE__ ptrdiff_t;
typedef __INT8_TYPE__ int8_t;
typedef __INT16_TYPE__ int16_t;
typedef __INT32_TYPE__ int32_t;
typedef __INT64_TYPE__ int64_t;
typedef __UINT8_TYPE__ uint8_t;
typedef __UINT16_TYPE__ uint16_t;
typedef __UINT32_TYPE__ uint32_t;
typedef __UINT64_TYPE__ uint64_t;
typedef __INTPTR_TYPE__ intptr_t;
typedef __UINTPTR_TYPE__ uintptr_t;
typedef unsigned short ushort;
typedef unsigned int uint;
typedef unsigned long ulong;
#ifndef NULL
#define NULL __null
#endif

// int1, int2, int3, int4 and make_int1 .. make_int4, and so on. Those of two and four elements are
// aligned as a whole, up to 16 bytes; those of three are not.
#define __HEDDLE_VECTORS(type, name, align2, align4)                                               \
  struct name##1 {                                                                                 \
    type x;                                                                                        \
  };                                                                                               \
  struct __attribute__((aligned(align2))) name##2 {                                                \
    type x, y;                                                                                     \
  };                                                                                               \
  struct name##3 {                                                                                 \
    type x, y, z;                                                                                  \
  };                                                                                               \
  struct __attribute__((aligned(align4))) name##4 {                                                \
    type x, y, z, w;                                                                               \
  };                                                                                               \
  __heddle_both name##1 make_##name##1(type x) { return {x}; }                                     \
  __heddle_both name##2 make_##name##2(type x, type y) { return {x, y}; }                          \
  __heddle_both name##3 make_##name##3(type x, type y, type z) { return {x, y, z}; }               \
  __heddle_both name##4 make_##name##4(type x, type y, type z, type w) { return {x, y, z, w}; }
__HEDDLE_VECTORS(signed char, char, 2, 4)
__HEDDLE_VECTORS(unsigned char, uchar, 2, 4)
__HEDDLE_VECTORS(short, short, 4, 8)
__HEDDLE_VECTORS(unsigned short, ushort, 4, 8)
__HEDDLE_VECTORS(int, int, 8, 16)
__HEDDLE_VECTORS(unsigned int, uint, 8, 16)
__HEDDLE_VECTORS(long, long, 16, 16)
__HEDDLE_VECTORS(unsigned long, ulong, 16, 16)
__HEDDLE_VECTORS(long long, longlong, 16, 16)
__HEDDLE_VECTORS(unsigned long long, ulonglong, 16, 16)
__HEDDLE_VECTORS(float, float, 8, 16)
__HEDDLE_VECTORS(double, double, 16, 16)
#undef __HEDDLE_VECTORS

// CUDA 13: vectors of 32 bytes with their alignment in their name.
#define __HEDDLE_WIDE_VECTORS(type, name)                                                          \
  typedef name##4 name##4_16a;                                                                     \
  struct __attribute__((aligned(32))) name##4_32a {                                                \
    type x, y, z, w;                                                                               \
  };                                                                                               \
  __heddle_both name##4_16a make_##name##4_16a(type x, type y, type z, type w) {                   \
    return {x, y, z, w};                                                                           \
  }                                                                                                \
  __heddle_both name##4_32a make_##name##4_32a(type x, type y, type z, type w) {                   \
    return {x, y, z, w};                                                                           \
  }
__HEDDLE_WIDE_VECTORS(long, long)
__HEDDLE_WIDE_VECTORS(unsigned long, ulong)
__HEDDLE_WIDE_VECTORS(long long, longlong)
__HEDDLE_WIDE_VECTORS(unsigned long long, ulonglong)
__HEDDLE_WIDE_VECTORS(double, double)
#undef __HEDDLE_WIDE_VECTORS

struct dim3 {
  unsigned int x, y, z;
  __host__ __device__ constexpr dim3(unsigned int vx = 1, unsigned int vy = 1, unsigned int vz = 1)
      : x(vx), y(vy), z(vz) {}
  __host__ __device__ constexpr dim3(uint3 v) : x(v.x), y(v.y), z(v.z) {}
  __host__ __device__ constexpr operator uint3() const { return uint3{x, y, z}; }
};

extern const __device__ uint3 threadIdx;
extern const __device__ uint3 blockIdx;
extern const __device__ dim3 blockDim;
extern const __device__ dim3 gridDim;
extern const __device__ int warpSize;

namespace __heddle {
// `only<T, float>::type` is float where T is, and else not there: for overloads that give way to
// those of the standard library.
template <class T, class Wanted> struct only {};
template <class T> struct only<T, T> {
  typedef T type;
};
// What alignas takes: a type, whose alignment it means, or a number.
template <class T> __attribute__((host)) __attribute__((device)) constexpr size_t alignment() { return alignof(T); }
template <size_t n> __attribute__((host)) __attribute__((device)) constexpr size_t alignment() { return n; }
// The same of two types; of one type, and a result of another.
template <class T, class U, class Wanted> struct both {};
template <class T> struct both<T, T, T> {
  typedef T type;
};
template <class Result, class T, class Wanted> struct result {};
template <class Result, class T> struct result<Result, T, T> {
  typedef Result type;
};
} // namespace __heddle

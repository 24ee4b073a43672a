// What nvcc knows of C's library without an include, declared as glibc does, so that its headers may
// follow.
#pragma once

struct _IO_FILE;
typedef struct _IO_FILE FILE;
typedef long clock_t;
typedef long time_t;

extern "C" {
// printf and the like write to a buffer of their own. (clang makes printf in device code a call of
// vprintf.)
__host__ __device__ int printf(const char* format, ...) __heddle_nothing;
__host__ __device__ int vprintf(const char* format, __builtin_va_list values) __heddle_nothing;
__host__ __device__ int puts(const char* text) __heddle_nothing;
__host__ __device__ int putchar(int c) __heddle_nothing;

// memcpy and its kin: clang knows their meaning.
__host__ __device__ void* memcpy(void* __restrict to, const void* __restrict from, size_t size) noexcept;
__host__ __device__ void* memmove(void* to, const void* from, size_t size) noexcept;
__host__ __device__ void* memset(void* to, int value, size_t size) noexcept;
__host__ __device__ int memcmp(const void* a, const void* b, size_t size) noexcept;

// Memory of the device's heap, new for each call.
__host__ __device__ void* malloc(size_t size) noexcept;
__host__ __device__ void free(void* at) noexcept;
__host__ __device__ void abort() noexcept __attribute__((noreturn));
__host__ __device__ void exit(int status) noexcept __attribute__((noreturn));
__host__ __device__ clock_t clock() noexcept __heddle_unknown;
__host__ __device__ void __assert_fail(const char* condition, const char* file, unsigned line,
                                       const char* function) noexcept __attribute__((noreturn));
__device__ void __assertfail(const void* message, const void* file, unsigned line, const void* function,
                             size_t char_size) __attribute__((noreturn));

// Of hosts; for both as the standard headers are.
extern FILE* stdin;
extern FILE* stdout;
extern FILE* stderr;
__host__ __device__ int fprintf(FILE* __restrict to, const char* __restrict format, ...);
__host__ __device__ int sprintf(char* __restrict to, const char* __restrict format, ...) noexcept;
__host__ __device__ int snprintf(char* __restrict to, size_t size, const char* __restrict format, ...) noexcept;
__host__ __device__ void* calloc(size_t count, size_t size) noexcept;
__host__ __device__ void* realloc(void* at, size_t size) noexcept;
__host__ __device__ size_t strlen(const char* text) noexcept;
__host__ __device__ int strcmp(const char* a, const char* b) noexcept;
__host__ __device__ int strncmp(const char* a, const char* b, size_t size) noexcept;
__host__ __device__ char* strcpy(char* __restrict to, const char* __restrict from) noexcept;
__host__ __device__ char* strncpy(char* __restrict to, const char* __restrict from, size_t size) noexcept;
__host__ __device__ char* strcat(char* __restrict to, const char* __restrict from) noexcept;
__host__ __device__ int rand() noexcept;
__host__ __device__ void srand(unsigned seed) noexcept;
__host__ __device__ int atoi(const char* text) noexcept;
__host__ __device__ double atof(const char* text) noexcept;
__host__ __device__ time_t time(time_t* at) noexcept;
}

// new and delete of the device.
__device__ inline void* operator new(size_t size) { return malloc(size); }
__device__ inline void* operator new[](size_t size) { return malloc(size); }
__device__ inline void operator delete(void* at) noexcept { free(at); }
__device__ inline void operator delete[](void* at) noexcept { free(at); }
__device__ inline void operator delete(void* at, size_t) noexcept { free(at); }
__device__ inline void operator delete[](void* at, size_t) noexcept { free(at); }
__host__ __device__ inline void* operator new(size_t, void* at) noexcept { return at; }
__host__ __device__ inline void* operator new[](size_t, void* at) noexcept { return at; }
__host__ __device__ inline void operator delete(void*, void*) noexcept {}
__host__ __device__ inline void operator delete[](void*, void*) noexcept {}

#define EXIT_SUCCESS 0
#define EXIT_FAILURE 1
#define RAND_MAX 2147483647
#define CLOCKS_PER_SEC (static_cast<clock_t>(1000000))

// assert(condition): an obligation; at a kernel's start what its author takes for granted. It may
// stand in a constexpr function.
namespace __heddle {
__host__ __device__ __attribute__((always_inline)) constexpr void checked(bool condition, const char* text) {
  if (!__builtin_is_constant_evaluated()) check(condition, text);
}
} // namespace __heddle
#ifndef NDEBUG
#define assert(...) (::__heddle::checked(static_cast<bool>(__VA_ARGS__), #__VA_ARGS__))
#else
#define assert(...) (static_cast<void>(0))
#endif

// <climits>, <cfloat>
#define CHAR_BIT 8
#define SCHAR_MIN (-128)
#define SCHAR_MAX 127
#define UCHAR_MAX 255
#define CHAR_MIN (-128)
#define CHAR_MAX 127
#define SHRT_MIN (-32768)
#define SHRT_MAX 32767
#define USHRT_MAX 65535
#define INT_MIN (-2147483647 - 1)
#define INT_MAX 2147483647
#define UINT_MAX 4294967295U
#define LONG_MIN (-9223372036854775807L - 1L)
#define LONG_MAX 9223372036854775807L
#define ULONG_MAX 18446744073709551615UL
#define LLONG_MIN (-9223372036854775807LL - 1LL)
#define LLONG_MAX 9223372036854775807LL
#define ULLONG_MAX 18446744073709551615ULL
#define FLT_MAX __FLT_MAX__
#define FLT_MIN __FLT_MIN__
#define FLT_EPSILON __FLT_EPSILON__
#define DBL_MAX __DBL_MAX__
#define DBL_MIN __DBL_MIN__
#define DBL_EPSILON __DBL_EPSILON__
// <cstdint>
#define INT8_MIN (-128)
#define INT8_MAX 127
#define UINT8_MAX 255
#define INT16_MIN (-32768)
#define INT16_MAX 32767
#define UINT16_MAX 65535
#define INT32_MIN (-2147483647 - 1)
#define INT32_MAX 2147483647
#define UINT32_MAX 4294967295U
#define INT64_MIN (-9223372036854775807L - 1L)
#define INT64_MAX 9223372036854775807L
#define UINT64_MAX 18446744073709551615UL
#define SIZE_MAX 18446744073709551615UL

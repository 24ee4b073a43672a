// CUDA as host C++: what a kernel's text may name.
#pragma once
#include "interface.hpp"

#include <cmath>

#define __global__
#define __device__
#define __host__
#define __constant__
#define __managed__
#define __forceinline__ inline
#define __noinline__
#define __restrict__
#define __restrict
#define __launch_bounds__(...)
#define __align__(n) __attribute__((aligned(n)))
#define __shared__ static __attribute__((section("emu_shared"), used, aligned(65536)))
#define __requires(e) emu::require(bool(e))
#define __assume(e) emu::require(bool(e))
#define __assert(e) ((e) ? (void)0 : emu::violated(__LINE__))
#define __invariant(e) true
#define __global_invariant(e) true
#define assert(e) __assert(e)
#define printf(...) ((void)0)
#define threadIdx emu::thread_index
#define blockIdx emu::block_index
#define blockDim emu::block_dim
#define gridDim emu::grid_dim
#define warpSize 32
#define __syncthreads() emu::block_barrier(__LINE__)
#define __syncwarp(...) emu::warp_barrier(__LINE__)
#define __syncthreads_or(p) emu::block_vote(emu::Vote::any, bool(p), __LINE__)
#define __syncthreads_and(p) emu::block_vote(emu::Vote::all, bool(p), __LINE__)
#define __syncthreads_count(p) emu::block_vote(emu::Vote::count, bool(p), __LINE__)
#define __threadfence() ((void)0)
#define __threadfence_block() ((void)0)
#define __threadfence_system() ((void)0)

struct dim3 {
  unsigned x, y, z;
  dim3(unsigned a = 1, unsigned b = 1, unsigned c = 1) : x(a), y(b), z(c) {}
};
#define EMU_VECTOR(T, N)                                                                           \
  struct N##2 {                                                                                    \
    T x, y;                                                                                        \
  };                                                                                               \
  struct N##3 {                                                                                    \
    T x, y, z;                                                                                     \
  };                                                                                               \
  struct alignas(4 * sizeof(T) < 16 ? 4 * sizeof(T) : 16) N##4 {                                   \
    T x, y, z, w;                                                                                  \
  };                                                                                               \
  EMU inline N##2 make_##N##2(T x, T y) { return {x, y}; }                                         \
  EMU inline N##3 make_##N##3(T x, T y, T z) { return {x, y, z}; }                                 \
  EMU inline N##4 make_##N##4(T x, T y, T z, T w) { return {x, y, z, w}; }
EMU_VECTOR(float, float)
EMU_VECTOR(int, int)
EMU_VECTOR(unsigned, uint)
EMU_VECTOR(double, double)
typedef unsigned int uint;
typedef unsigned char uchar;
typedef unsigned short ushort;

template <class A, class B> EMU auto min(A a, B b) -> decltype(a + b) { return a < b ? a : b; }
template <class A, class B> EMU auto max(A a, B b) -> decltype(a + b) { return a > b ? a : b; }
#define EMU_ATOMIC(NAME, VALUE)                                                                    \
  template <class T, class U> EMU T NAME(T* p, U v) {                                              \
    return emu::atomic(p, emu::Kind::atomic_grid, [v](T old) EMU -> T { return VALUE; });          \
  }                                                                                                \
  template <class T, class U> EMU T NAME##_system(T* p, U v) { return NAME(p, v); }                \
  template <class T, class U> EMU T NAME##_block(T* p, U v) {                                      \
    return emu::atomic(p, emu::Kind::atomic_block, [v](T old) EMU -> T { return VALUE; });         \
  }
EMU_ATOMIC(atomicAdd, old + T(v))
EMU_ATOMIC(atomicSub, old - T(v))
EMU_ATOMIC(atomicExch, T(v))
EMU_ATOMIC(atomicMin, T(v) < old ? T(v) : old)
EMU_ATOMIC(atomicMax, T(v) > old ? T(v) : old)
EMU_ATOMIC(atomicAnd, old& T(v))
EMU_ATOMIC(atomicOr, old | T(v))
EMU_ATOMIC(atomicXor, old ^ T(v))
EMU_ATOMIC(atomicInc, old >= T(v) ? T(0) : old + 1)
EMU_ATOMIC(atomicDec, old == 0 || old > T(v) ? T(v) : old - 1)
template <class T, class U, class V> EMU T atomicCAS(T* p, U compare, V value) {
  return emu::atomic(p, emu::Kind::atomic_grid,
                     [=](T old) EMU -> T { return old == T(compare) ? T(value) : old; });
}

template <class T> EMU T emu_shuffle(T value, int lane, unsigned line) {
  return emu::from_bits<T>(emu::warp_exchange(emu::bits(value), line)[lane & 31]);
}
#define __shfl_sync(m, v, l, ...) emu_shuffle(v, int(l), __LINE__)
#define __shfl_xor_sync(m, v, l, ...) emu_shuffle(v, int(emu::lane() ^ (l)), __LINE__)
#define __shfl_down_sync(m, v, l, ...)                                                             \
  emu_shuffle(v, emu::lane() + (l) > 31 ? emu::lane() : emu::lane() + (l), __LINE__)
#define __shfl_up_sync(m, v, l, ...)                                                               \
  emu_shuffle(v, emu::lane() < unsigned(l) ? emu::lane() : emu::lane() - (l), __LINE__)
EMU inline unsigned emu_ballot(bool p, unsigned line) {
  const std::uint64_t* values = emu::warp_exchange(p, line);
  unsigned result = 0;
  for (int i = 0; i < 32; i++)
    result |= unsigned(values[i] != 0) << i;
  return result;
}
#define __ballot_sync(m, p) emu_ballot(bool(p), __LINE__)
#define __any_sync(m, p) (emu_ballot(bool(p), __LINE__) != 0)
#define __popc(x) __builtin_popcount(x)
#define __ffs(x) __builtin_ffs(x)
#define __clz(x) ((x) ? __builtin_clz(x) : 32)
EMU inline unsigned __brev(unsigned x) {
  unsigned result = 0;
  for (int i = 0; i < 32; i++)
    result |= (x >> i & 1U) << (31 - i);
  return result;
}
#define __mul24(a, b) ((a) * (b))
#define __umul24(a, b) ((unsigned)(a) * (unsigned)(b))
template <class T> EMU T __ldg(const T* p) {
  emu::record(p, sizeof(T), emu::Kind::read);
  return *p;
}
#define rsqrtf(x) (1.0f / sqrtf(x))
#define __expf expf
#define __fdividef(a, b) ((a) / (b))

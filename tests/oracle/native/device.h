// CUDA's words for the host compiler. A kernel compiled behind this header with -fsanitize=thread
// -O0 tells of each of its accesses; the callbacks of the sanitizers are defined here and lead,
// like barriers and warp operations, to the machine that runs the kernel's threads.
#pragma once
#include "api.hpp"

#define HD_PLAIN __attribute__((no_sanitize("thread")))
#define HD_OWN extern "C" __attribute__((visibility("hidden"), no_sanitize("thread"), noinline))
#define HD_SITE __builtin_return_address(0)

using heddle::oracle::Api;
using heddle::oracle::LoopEvent;
using heddle::oracle::Touch;
extern "C" const Api* hd_api __attribute__((visibility("hidden")));
const Api* hd_api;
extern "C" HD_PLAIN void hd_attach(const Api* api) { hd_api = api; }

#define HD_ACCESS(size)                                                                            \
  HD_OWN void __tsan_read##size(void* p) { hd_api->touch(p, size, Touch::read); }                  \
  HD_OWN void __tsan_write##size(void* p) { hd_api->touch(p, size, Touch::write); }                \
  HD_OWN void __tsan_unaligned_read##size(void* p) { hd_api->touch(p, size, Touch::read); }        \
  HD_OWN void __tsan_unaligned_write##size(void* p) { hd_api->touch(p, size, Touch::write); }
HD_ACCESS(1)
HD_ACCESS(2)
HD_ACCESS(4)
HD_ACCESS(8)
HD_ACCESS(16)
HD_OWN void __tsan_read_range(void* p, unsigned long n) { hd_api->touch(p, n, Touch::read); }
HD_OWN void __tsan_write_range(void* p, unsigned long n) { hd_api->touch(p, n, Touch::write); }
HD_OWN void __tsan_init() {}
HD_OWN void __tsan_vptr_update(void**, void*) {}
HD_OWN void __tsan_func_entry(void* caller) { hd_api->enter(caller); }
HD_OWN void __tsan_func_exit() { hd_api->leave(); }

#define HD_UNDEFINED(name, ...)                                                                    \
  HD_OWN void __ubsan_handle_##name(__VA_ARGS__) { hd_api->undefined(); }
HD_UNDEFINED(add_overflow, void*, void*, void*)
HD_UNDEFINED(sub_overflow, void*, void*, void*)
HD_UNDEFINED(mul_overflow, void*, void*, void*)
HD_UNDEFINED(negate_overflow, void*, void*)
HD_UNDEFINED(divrem_overflow, void*, void*, void*)
HD_UNDEFINED(shift_out_of_bounds, void*, void*, void*)
HD_UNDEFINED(out_of_bounds, void*, void*)
// Copies that the compiler makes by a call; the accesses are told of apart.
HD_OWN void* memcpy(void* to, const void* from, unsigned long n) {
  for (unsigned long i = 0; i < n; ++i)
    static_cast<volatile char*>(to)[i] = static_cast<const char*>(from)[i];
  return to;
}
HD_OWN void* memset(void* to, int value, unsigned long n) {
  for (unsigned long i = 0; i < n; ++i)
    static_cast<volatile char*>(to)[i] = static_cast<char>(value);
  return to;
}

#define __global__
#define __device__
#define __host__
#define __forceinline__ inline
#define __restrict__
#define __shared__ static __attribute__((aligned(4096)))
#define __requires(condition) hd_require(condition)
#define __syncthreads() hd_block_barrier()
#define __syncthreads_or(c) hd_block_vote(0, (c) != 0)
#define __syncthreads_and(c) hd_block_vote(1, (c) != 0)
#define __syncthreads_count(c) hd_block_vote(2, (c) != 0)

struct uint3 {
  unsigned x, y, z;
};
struct dim3 {
  unsigned x, y, z;
};
#define threadIdx hd_thread()
#define blockIdx hd_block()
#define blockDim hd_block_size()
#define gridDim hd_grid_size()
HD_PLAIN inline uint3 hd_thread() {
  const auto* s = hd_api->self();
  return {s->thread[0], s->thread[1], 0};
}
HD_PLAIN inline uint3 hd_block() { return {hd_api->self()->block, 0, 0}; }
HD_PLAIN inline dim3 hd_block_size() {
  const auto* s = hd_api->self();
  return {s->block_size[0], s->block_size[1], 1};
}
HD_PLAIN inline dim3 hd_grid_size() { return {hd_api->self()->grid_size, 1, 1}; }

HD_OWN void hd_require(bool holds) {
  if (!holds) hd_api->undefined();
}
HD_OWN void hd_object(void* p, unsigned long n, const char* name) { hd_api->object(p, n, name); }
HD_OWN void hd_loop(LoopEvent event, unsigned depth) { hd_api->loop(event, depth); }
HD_OWN void hd_exit() { hd_api->exits(); }
HD_OWN void hd_block_barrier() { hd_api->block_barrier(HD_SITE, false); }
HD_OWN int hd_block_vote(int kind, bool holds) {
  const auto result = hd_api->block_barrier(HD_SITE, holds);
  return kind == 0   ? result.holding > 0
         : kind == 1 ? result.holding == result.present
                     : result.holding;
}

// Warp operations. Values are those that the lanes brought; they order nothing but __syncwarp.
HD_OWN void __syncwarp(unsigned mask = 0xffffffffu) { hd_api->warp_barrier(HD_SITE, mask); }
HD_OWN unsigned __ballot_sync(unsigned mask, int holds) {
  return hd_api->warp_exchange(HD_SITE, mask, holds != 0, -1).ballot;
}
HD_OWN int __any_sync(unsigned mask, int holds) {
  return hd_api->warp_exchange(HD_SITE, mask, holds != 0, -1).ballot != 0;
}
HD_OWN int __all_sync(unsigned mask, int holds) {
  const auto got = hd_api->warp_exchange(HD_SITE, mask, holds != 0, -1);
  return got.ballot == got.present;
}
HD_PLAIN inline unsigned hd_lane() {
  const auto* s = hd_api->self();
  return (s->thread[1] * s->block_size[0] + s->thread[0]) % 32;
}
HD_PLAIN inline int hd_shuffle(void* site, unsigned mask, int value, unsigned lane) {
  return hd_api->warp_exchange(site, mask, value, static_cast<int>(lane)).value;
}
HD_OWN int __shfl_sync(unsigned mask, int value, int lane, int width = 32) {
  const unsigned base = hd_lane() - hd_lane() % width;
  return hd_shuffle(HD_SITE, mask, value, base + static_cast<unsigned>(lane) % width);
}
HD_OWN int __shfl_xor_sync(unsigned mask, int value, int bits, int width = 32) {
  const unsigned from = hd_lane() ^ static_cast<unsigned>(bits);
  const bool beyond = from / width > hd_lane() / width;
  return hd_shuffle(HD_SITE, mask, value, beyond ? hd_lane() : from);
}
HD_OWN int __shfl_down_sync(unsigned mask, int value, unsigned by, int width = 32) {
  const unsigned from = hd_lane() + by;
  return hd_shuffle(HD_SITE, mask, value, from / width > hd_lane() / width ? hd_lane() : from);
}
HD_OWN int __shfl_up_sync(unsigned mask, int value, unsigned by, int width = 32) {
  const bool beyond = by > hd_lane() % width;
  return hd_shuffle(HD_SITE, mask, value, beyond ? hd_lane() : hd_lane() - by);
}

HD_OWN unsigned __match_any_sync(unsigned mask, int value) {
  const unsigned present = hd_api->warp_exchange(HD_SITE, mask, 0, -1).present;
  unsigned same = 0;
  for (int lane = 0; lane < 32; ++lane)
    if ((present >> lane & 1) != 0 &&
        hd_api->warp_exchange(HD_SITE, mask, value, lane).value == value)
      same |= 1u << lane;
  return same;
}
HD_PLAIN inline int __popc(unsigned x) { return __builtin_popcount(x); }
HD_PLAIN inline int __ffs(unsigned x) { return __builtin_ffs(static_cast<int>(x)); }

// Atomics: an operation on the value found there.
template <class T, class F> HD_PLAIN T hd_atomic(T* p, F&& changed) {
  hd_api->touch(p, sizeof(T), Touch::atomic);
  const T old = *p;
  *p = changed(old);
  return old;
}
#define HD_ATOMIC(name, T, result)                                                                 \
  HD_PLAIN inline T name(T* p, T v) {                                                              \
    return hd_atomic(p, [v](T old) -> T { return result; });                                       \
  }
#define HD_ATOMICS(T)                                                                              \
  HD_ATOMIC(atomicAdd, T, static_cast<T>(static_cast<unsigned>(old) + static_cast<unsigned>(v)))   \
  HD_ATOMIC(atomicSub, T, static_cast<T>(static_cast<unsigned>(old) - static_cast<unsigned>(v)))   \
  HD_ATOMIC(atomicMax, T, old > v ? old : v)                                                       \
  HD_ATOMIC(atomicMin, T, old < v ? old : v)                                                       \
  HD_ATOMIC(atomicExch, T, ((void)old, v))                                                         \
  HD_ATOMIC(atomicOr, T, old | v)                                                                  \
  HD_ATOMIC(atomicAnd, T, old& v)                                                                  \
  HD_ATOMIC(atomicXor, T, old ^ v)                                                                 \
  HD_PLAIN inline T atomicCAS(T* p, T expected, T v) {                                             \
    return hd_atomic(p, [=](T old) -> T { return old == expected ? v : old; });                    \
  }
HD_ATOMICS(int)
HD_ATOMICS(unsigned)
HD_ATOMIC(atomicInc, unsigned, old >= v ? 0u : old + 1u)
HD_ATOMIC(atomicDec, unsigned, old == 0u || old > v ? v : old - 1u)

template <class T> HD_PLAIN T __ldg(const T* p) {
  hd_api->touch(const_cast<T*>(p), sizeof(T), Touch::read);
  return *p;
}
HD_PLAIN inline int min(int a, int b) { return a < b ? a : b; }
HD_PLAIN inline int max(int a, int b) { return a > b ? a : b; }
HD_PLAIN inline int abs(int a) { return a < 0 ? -a : a; }

#define HD_VECTORS(T, name)                                                                        \
  struct alignas(2 * sizeof(T)) name##2 {                                                          \
    T x, y;                                                                                        \
  };                                                                                               \
  struct alignas(4 * sizeof(T)) name##4 {                                                          \
    T x, y, z, w;                                                                                  \
  };                                                                                               \
  using name##_element = T;
HD_VECTORS(int, int)
HD_VECTORS(unsigned, uint)
HD_VECTORS(float, float)
HD_VECTORS(short, short)
HD_VECTORS(unsigned char, uchar)
// No functions: gcc does not tell of the write of an object that a function returns.
#define HD_PAIR(name, x, y)                                                                        \
  (name##2 {static_cast<name##_element>(x), static_cast<name##_element>(y)})
#define HD_QUAD(name, x, y, z, w)                                                                  \
  (name##4 {static_cast<name##_element>(x), static_cast<name##_element>(y),                        \
            static_cast<name##_element>(z), static_cast<name##_element>(w)})
#define make_int2(x, y) HD_PAIR(int, x, y)
#define make_float2(x, y) HD_PAIR(float, x, y)
#define make_int4(x, y, z, w) HD_QUAD(int, x, y, z, w)
#define make_uchar4(x, y, z, w) HD_QUAD(uchar, x, y, z, w)

namespace cooperative_groups {
struct thread_block {
  void sync() const { hd_block_barrier(); }
  HD_PLAIN unsigned thread_rank() const { return threadIdx.y * blockDim.x + threadIdx.x; }
  HD_PLAIN unsigned size() const { return blockDim.x * blockDim.y; }
};
HD_PLAIN inline thread_block this_thread_block() { return {}; }
template <int Size> struct thread_block_tile {
  HD_PLAIN static unsigned mask() {
    const unsigned ones = Size == 32 ? 0xffffffffu : (1u << (Size % 32)) - 1;
    return ones << (hd_lane() / Size * Size);
  }
  void sync() const { __syncwarp(mask()); }
  HD_PLAIN unsigned thread_rank() const { return hd_lane() % Size; }
  HD_PLAIN unsigned meta_group_rank() const { return this_thread_block().thread_rank() / Size; }
  HD_PLAIN unsigned size() const { return Size; }
  int shfl(int value, int lane) const { return __shfl_sync(mask(), value, lane, Size); }
  int shfl_down(int value, unsigned by) const { return __shfl_down_sync(mask(), value, by, Size); }
  int shfl_xor(int value, int bits) const { return __shfl_xor_sync(mask(), value, bits, Size); }
  int any(int holds) const { return __any_sync(mask(), holds); }
  int all(int holds) const { return __all_sync(mask(), holds); }
  unsigned ballot(int holds) const {
    return __ballot_sync(mask(), holds) >> (hd_lane() / Size * Size);
  }
};
template <int Size> HD_PLAIN thread_block_tile<Size> tiled_partition(const thread_block&) {
  return {};
}
} // namespace cooperative_groups

// The temporary storage of cub's collectives. Each thread writes a cell of its own, the group waits, and
// each thread reads cells of any others: so that storage which is used again without a barrier, as the
// documentation asks for one, is found. Where the library has shuffles alone nobody waits, and nothing
// is ordered: within one warp, and parts of it of a power of two.
#pragma once
#include <cstddef>

namespace cub {

namespace details {
__heddle_device unsigned thread_of_block() {
  return threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z);
}
template <class T, int threads, bool plain = __is_trivially_constructible(T)> struct cells {
  T of_thread[threads];
  __device__ T* all() { return of_thread; }
};
// Storage in shared memory, or in a union, is not constructed.
template <class T, int threads> struct cells<T, threads, false> {
  alignas(T) unsigned char bytes[sizeof(T) * threads];
  __device__ T* all() { return reinterpret_cast<T*>(bytes); }
};
// All items of a block's threads, each in a cell: padded where the library does that, against conflicts of banks.
template <class T, int threads, int n> struct items_of_block {
  static constexpr bool pads = n > 4 && (n & (n - 1)) == 0;
  static constexpr int count = threads * n + (pads ? threads * n / 32 : 0);
  cells<T, count> storage;
  __device__ T& at(int item) { return storage.all()[pads ? item + item / 32 : item]; }
};
// How a thread's items lie: next to one another, a stride of the block's threads, or in the part of
// its warp one of the warp's threads, apart.
enum arrangement { blocked, striped, striped_by_warps };
template <arrangement how, int threads, int n> __heddle_device int place_of_item(int thread, int i) {
  if constexpr (how == striped) return thread + i * threads;
  if constexpr (how == striped_by_warps) return thread / 32 * (32 * n) + thread % 32 + i * 32;
  return thread * n + i;
}
// Written in one arrangement and read in another; within the warps without a barrier of the block.
template <arrangement from, arrangement to, bool within_warps, class T, int threads, int n, class U>
__heddle_device void rearrange(items_of_block<T, threads, n>& all, T (&items)[n], U (&result)[n]) {
  const int thread = static_cast<int>(thread_of_block());
  for (int i = 0; i < n; ++i)
    all.at(place_of_item<from, threads, n>(thread, i)) = items[i];
  if constexpr (within_warps)
    __heddle::barrier_tile(32);
  else
    __syncthreads();
  for (int i = 0; i < n; ++i)
    result[i] = all.at(place_of_item<to, threads, n>(thread, i));
}
// Sums of a block, in which one warp waits where the algorithm says so, and of an aligned part of a warp.
template <bool one_waits, class T, int threads> __heddle_device void combine(cells<T, threads>& storage, T value) {
  storage.all()[thread_of_block()] = value;
  if constexpr (threads > 32 || one_waits) {
    __syncthreads();
    const T other = storage.all()[__heddle::unknown<unsigned>() % threads];
    (void)other;
  }
}
template <int lanes, class T, int threads> __heddle_device void combine_in_warp(cells<T, threads>& storage, T value) {
  storage.all()[thread_of_block() % lanes] = value;
  if constexpr ((lanes & (lanes - 1)) != 0) {
    __heddle::barrier_tile(lanes);
    const T other = storage.all()[__heddle::unknown<unsigned>() % lanes];
    (void)other;
  }
}
template <class T> __heddle_device T any() { return __heddle::unknown<T>(); }
template <class T, int n> __heddle_device void forget(T (&items)[n]) {
  for (T& item : items)
    item = __heddle::unknown<T>();
}
} // namespace details

template <class T> struct Uninitialized {
  T value;
  __host__ __device__ T& Alias() { return value; }
};

// Function objects.
struct Sum {
  template <class A, class B> __host__ __device__ auto operator()(const A& a, const B& b) const { return a + b; }
};
struct Max {
  template <class A, class B> __host__ __device__ auto operator()(const A& a, const B& b) const { return a < b ? b : a; }
};
struct Min {
  template <class A, class B> __host__ __device__ auto operator()(const A& a, const B& b) const { return b < a ? b : a; }
};
struct Equality {
  template <class A, class B> __host__ __device__ bool operator()(const A& a, const B& b) const { return a == b; }
};
struct Inequality {
  template <class A, class B> __host__ __device__ bool operator()(const A& a, const B& b) const { return a != b; }
};
template <class Key = int, class Value = int> struct KeyValuePair {
  Key key;
  Value value;
};
struct ArgMax {
  template <class K, class V>
  __host__ __device__ KeyValuePair<K, V> operator()(const KeyValuePair<K, V>& a, const KeyValuePair<K, V>& b) const {
    return a.value < b.value || (a.value == b.value && b.key < a.key) ? b : a;
  }
};
struct ArgMin {
  template <class K, class V>
  __host__ __device__ KeyValuePair<K, V> operator()(const KeyValuePair<K, V>& a, const KeyValuePair<K, V>& b) const {
    return b.value < a.value || (a.value == b.value && b.key < a.key) ? b : a;
  }
};
struct NullType {};
__heddle_device unsigned LaneId() { return details::thread_of_block() % 32; }
__heddle_device unsigned WarpId() { return details::thread_of_block() / 32; }
__heddle_device unsigned RowMajorTid(int, int, int) { return details::thread_of_block(); }

} // namespace cub

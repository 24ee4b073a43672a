// The temporary storage of cub's collectives. Each thread writes a cell of its own, the group waits, and
// each thread reads cells of any others: so that storage which is used again without a barrier, as the
// documentation asks for one, is found.
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
// What threads of a block hand to one another, and of an aligned part of a warp.
template <class T, int threads> __heddle_device void exchange(cells<T, threads>& storage, T value) {
  storage.all()[thread_of_block()] = value;
  __syncthreads();
  const T other = storage.all()[__heddle::unknown<unsigned>() % threads];
  (void)other;
}
template <int lanes, class T, int threads> __heddle_device void exchange_in_warp(cells<T, threads>& storage, T value) {
  storage.all()[thread_of_block() % lanes] = value;
  __heddle::barrier_tile(lanes);
  const T other = storage.all()[__heddle::unknown<unsigned>() % lanes];
  (void)other;
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

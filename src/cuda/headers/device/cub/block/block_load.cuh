// Loads and stores of a block's items: thread t has items t * n .. t * n + n - 1, or each stride of a block's threads one,
// or each stride of a warp's threads in the warp's part.
#pragma once
#include <cub/temporary.h>

namespace cub {

enum BlockLoadAlgorithm {
  BLOCK_LOAD_DIRECT, BLOCK_LOAD_STRIPED, BLOCK_LOAD_VECTORIZE, BLOCK_LOAD_TRANSPOSE, BLOCK_LOAD_WARP_TRANSPOSE,
  BLOCK_LOAD_WARP_TRANSPOSE_TIMESLICED
};
enum BlockStoreAlgorithm {
  BLOCK_STORE_DIRECT, BLOCK_STORE_STRIPED, BLOCK_STORE_VECTORIZE, BLOCK_STORE_TRANSPOSE, BLOCK_STORE_WARP_TRANSPOSE,
  BLOCK_STORE_WARP_TRANSPOSE_TIMESLICED
};

template <class T, class It, int n> __heddle_device void LoadDirectBlocked(int thread, It from, T (&items)[n]) {
  for (int i = 0; i < n; ++i)
    items[i] = from[thread * n + i];
}
template <class T, class It, int n> __heddle_device void LoadDirectBlocked(int thread, It from, T (&items)[n], int count) {
  for (int i = 0; i < n; ++i)
    if (thread * n + i < count) items[i] = from[thread * n + i];
}
template <int threads, class T, class It, int n> __heddle_device void LoadDirectStriped(int thread, It from, T (&items)[n]) {
  for (int i = 0; i < n; ++i)
    items[i] = from[thread + i * threads];
}
template <int threads, class T, class It, int n>
__heddle_device void LoadDirectStriped(int thread, It from, T (&items)[n], int count) {
  for (int i = 0; i < n; ++i)
    if (thread + i * threads < count) items[i] = from[thread + i * threads];
}
template <class T, class It, int n> __heddle_device void StoreDirectBlocked(int thread, It to, T (&items)[n]) {
  for (int i = 0; i < n; ++i)
    to[thread * n + i] = items[i];
}
template <class T, class It, int n> __heddle_device void StoreDirectBlocked(int thread, It to, T (&items)[n], int count) {
  for (int i = 0; i < n; ++i)
    if (thread * n + i < count) to[thread * n + i] = items[i];
}
template <int threads, class T, class It, int n> __heddle_device void StoreDirectStriped(int thread, It to, T (&items)[n]) {
  for (int i = 0; i < n; ++i)
    to[thread + i * threads] = items[i];
}
template <int threads, class T, class It, int n>
__heddle_device void StoreDirectStriped(int thread, It to, T (&items)[n], int count) {
  for (int i = 0; i < n; ++i)
    if (thread + i * threads < count) to[thread + i * threads] = items[i];
}

namespace details {
// Where the items of a thread are, by numbers of the algorithms of loads and stores alike.
template <int algorithm> constexpr arrangement arrangement_of() {
  return algorithm >= BLOCK_LOAD_WARP_TRANSPOSE                                        ? striped_by_warps
         : algorithm == BLOCK_LOAD_STRIPED || algorithm == BLOCK_LOAD_TRANSPOSE ? striped
                                                                                : blocked;
}
template <class T, int threads, int n, int algorithm> struct storage_of_transpose {
  struct none {};
  template <bool exchanges, class U> struct choice { typedef items_of_block<U, threads, n> type; };
  template <class U> struct choice<false, U> { typedef none type; };
  typedef typename choice<(algorithm >= BLOCK_LOAD_TRANSPOSE), T>::type type;
};
// The warps of the time-sliced algorithm take turns, with barriers of the block.
template <int algorithm> constexpr bool within_warps = algorithm == BLOCK_LOAD_WARP_TRANSPOSE;
} // namespace details

// By stripes, and exchanged through the storage, where the algorithm says so.
template <class T, int X, int n, BlockLoadAlgorithm Algorithm = BLOCK_LOAD_DIRECT, int Y = 1, int Z = 1, int Arch = 0>
class BlockLoad {
public:
  typedef typename details::storage_of_transpose<T, X * Y * Z, n, Algorithm>::type TempStorage;
  __device__ BlockLoad() : storage_(own()) {}
  __device__ explicit BlockLoad(TempStorage& storage) : storage_(storage) {}

  template <class It> __device__ void Load(It from, T (&items)[n]) { load(from, items, -1); }
  template <class It> __device__ void Load(It from, T (&items)[n], int count) { load(from, items, count); }
  template <class It, class Default> __device__ void Load(It from, T (&items)[n], int count, Default other) {
    for (T& item : items)
      item = other;
    load(from, items, count);
  }

private:
  template <class It> __device__ void load(It from, T (&items)[n], int count) {
    constexpr details::arrangement arranged = details::arrangement_of<Algorithm>();
    const int thread = static_cast<int>(details::thread_of_block());
    for (int i = 0; i < n; ++i) {
      const int at = details::place_of_item<arranged, X * Y * Z, n>(thread, i);
      if (count < 0 || at < count) items[i] = from[at];
    }
    if constexpr (Algorithm >= BLOCK_LOAD_TRANSPOSE) {
      details::rearrange<arranged, details::blocked, details::within_warps<Algorithm>>(storage_, items, items);
      details::forget(items);
    }
  }
  __device__ static TempStorage& own() {
    __shared__ TempStorage storage;
    return storage;
  }
  TempStorage& storage_;
};

template <class T, int X, int n, BlockStoreAlgorithm Algorithm = BLOCK_STORE_DIRECT, int Y = 1, int Z = 1, int Arch = 0>
class BlockStore {
public:
  typedef typename details::storage_of_transpose<T, X * Y * Z, n, Algorithm>::type TempStorage;
  __device__ BlockStore() : storage_(own()) {}
  __device__ explicit BlockStore(TempStorage& storage) : storage_(storage) {}

  template <class It> __device__ void Store(It to, T (&items)[n]) { store(to, items, -1); }
  template <class It> __device__ void Store(It to, T (&items)[n], int count) { store(to, items, count); }

private:
  template <class It> __device__ void store(It to, T (&items)[n], int count) {
    constexpr details::arrangement arranged = details::arrangement_of<Algorithm>();
    const int thread = static_cast<int>(details::thread_of_block());
    if constexpr (Algorithm >= BLOCK_STORE_TRANSPOSE) {
      details::rearrange<details::blocked, arranged, details::within_warps<Algorithm>>(storage_, items, items);
      details::forget(items);
      // the first thread says it to the others
      if (count >= 0) count = __heddle::shared_by_block(thread == 0 ? count : __heddle::unknown<int>());
    }
    for (int i = 0; i < n; ++i) {
      const int at = details::place_of_item<arranged, X * Y * Z, n>(thread, i);
      if (count < 0 || at < count) to[at] = items[i];
    }
  }
  __device__ static TempStorage& own() {
    __shared__ TempStorage storage;
    return storage;
  }
  TempStorage& storage_;
};

} // namespace cub

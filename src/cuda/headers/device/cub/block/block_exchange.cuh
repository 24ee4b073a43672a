// Rearranging and sorting a block's items, which are not followed.
#pragma once
#include <cub/temporary.h>

namespace cub {

template <class T, int X, int n, bool TimeSlicing = false, int Y = 1, int Z = 1, int Arch = 0> class BlockExchange {
public:
  typedef details::items_of_block<T, X * Y * Z, n> TempStorage;
  __device__ explicit BlockExchange(TempStorage& storage) : storage_(storage) {}
// The warps of time-sliced exchanges take turns, with barriers of the block.
#define __HEDDLE_EXCHANGE(name, from, to, within_warps)                                            \
  template <class U> __device__ void name(T (&items)[n], U (&result)[n]) {                         \
    details::rearrange<details::from, details::to, within_warps && !TimeSlicing>(storage_, items, result); \
    details::forget(result);                                                                       \
  }                                                                                                \
  __device__ void name(T (&items)[n]) { name(items, items); }
  __HEDDLE_EXCHANGE(StripedToBlocked, striped, blocked, false)
  __HEDDLE_EXCHANGE(BlockedToStriped, blocked, striped, false)
  __HEDDLE_EXCHANGE(WarpStripedToBlocked, striped_by_warps, blocked, true)
  __HEDDLE_EXCHANGE(BlockedToWarpStriped, blocked, striped_by_warps, true)
#undef __HEDDLE_EXCHANGE
  // Each cell is written by one thread; which one says a value.
  template <class U, class Rank> __device__ void ScatterToBlocked(T (&items)[n], U (&to)[n], Rank (&ranks)[n]) { StripedToBlocked(items, to); }
  template <class U, class Rank> __device__ void ScatterToStriped(T (&items)[n], U (&to)[n], Rank (&ranks)[n]) { BlockedToStriped(items, to); }

private:
  TempStorage& storage_;
};

namespace details {
// Counters of digits for each thread, two to a word, and what sums them; then the items themselves.
constexpr int larger(int a, int b) { return a < b ? b : a; }
template <class Key, class Value> constexpr int bytes_of_item() {
  return larger(static_cast<int>(sizeof(Key)), static_cast<int>(sizeof(Value)));
}
template <class Key, class Value, int threads, int n, int digits> struct sort_storage {
  static constexpr int counters = ((1 << digits) / 2 + 1) * threads + 64;
  static constexpr int items = (bytes_of_item<Key, Value>() * n * threads * 33 / 32 + 3) / 4;
  static constexpr int words = larger(counters, items);
  unsigned word[words];
};
} // namespace details

template <class Key, int X, int n, class Value = NullType, int RadixBits = 4, bool Memoize = true, int Scan = 0, int Config = 0, int Y = 1, int Z = 1, int Arch = 0>
class BlockRadixSort {
public:
  typedef details::sort_storage<Key, Value, X * Y * Z, n, RadixBits> TempStorage;
  __device__ explicit BlockRadixSort(TempStorage& storage) : storage_(storage) {}
#define __HEDDLE_SORT(name)                                                                        \
  __device__ void name(Key (&keys)[n], int begin = 0, int end = 8 * sizeof(Key)) {                 \
    sort();                                                                                        \
    details::forget(keys);                                                                         \
  }                                                                                                \
  template <class V> __device__ void name(Key (&keys)[n], V (&values)[n], int begin = 0, int end = 8 * sizeof(Key)) { \
    name(keys);                                                                                    \
    details::forget(values);                                                                       \
  }
  __HEDDLE_SORT(Sort)
  __HEDDLE_SORT(SortDescending)
  __HEDDLE_SORT(SortBlockedToStriped)
  __HEDDLE_SORT(SortDescendingBlockedToStriped)
#undef __HEDDLE_SORT

private:
  // First each thread clears its counters, at the end it reads items of any.
  __device__ void sort() {
    for (int i = static_cast<int>(details::thread_of_block()); i < TempStorage::words; i += X * Y * Z)
      storage_.word[i] = 0;
    __syncthreads();
    const unsigned other = storage_.word[__heddle::unknown<unsigned>() % TempStorage::words];
    (void)other;
  }
  TempStorage& storage_;
};

} // namespace cub

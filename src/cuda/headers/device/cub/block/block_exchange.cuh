// Rearranging and sorting a block's items, which are not followed.
#pragma once
#include <cub/temporary.h>

namespace cub {

template <class T, int X, int n, bool TimeSlicing = false, int Y = 1, int Z = 1, int Arch = 0> class BlockExchange {
public:
  typedef details::cells<T, X * Y * Z> TempStorage;
  __device__ explicit BlockExchange(TempStorage& storage) : storage_(storage) {}
#define __HEDDLE_EXCHANGE(name)                                                                    \
  template <class U> __device__ void name(T (&items)[n], U (&to)[n]) {                             \
    details::exchange(storage_, items[0]);                                                         \
    details::forget(to);                                                                           \
  }                                                                                                \
  __device__ void name(T (&items)[n]) { name(items, items); }
  __HEDDLE_EXCHANGE(StripedToBlocked)
  __HEDDLE_EXCHANGE(BlockedToStriped)
  __HEDDLE_EXCHANGE(WarpStripedToBlocked)
  __HEDDLE_EXCHANGE(BlockedToWarpStriped)
#undef __HEDDLE_EXCHANGE
  template <class U, class Rank> __device__ void ScatterToBlocked(T (&items)[n], U (&to)[n], Rank (&ranks)[n]) { StripedToBlocked(items, to); }
  template <class U, class Rank> __device__ void ScatterToStriped(T (&items)[n], U (&to)[n], Rank (&ranks)[n]) { StripedToBlocked(items, to); }

private:
  TempStorage& storage_;
};

template <class Key, int X, int n, class Value = NullType, int RadixBits = 4, bool Memoize = true, int Scan = 0, int Config = 0, int Y = 1, int Z = 1, int Arch = 0>
class BlockRadixSort {
public:
  typedef details::cells<Key, X * Y * Z> TempStorage;
  __device__ explicit BlockRadixSort(TempStorage& storage) : storage_(storage) {}
#define __HEDDLE_SORT(name)                                                                        \
  __device__ void name(Key (&keys)[n], int begin = 0, int end = 8 * sizeof(Key)) {                 \
    details::exchange(storage_, keys[0]);                                                          \
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
  TempStorage& storage_;
};

} // namespace cub

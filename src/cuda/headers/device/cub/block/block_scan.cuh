// Prefix sums of a block, which are not followed; the total is the same for all threads.
#pragma once
#include <cub/temporary.h>

namespace cub {

enum BlockScanAlgorithm { BLOCK_SCAN_RAKING, BLOCK_SCAN_RAKING_MEMOIZE, BLOCK_SCAN_WARP_SCANS };

template <class T, int X, BlockScanAlgorithm Algorithm = BLOCK_SCAN_RAKING, int Y = 1, int Z = 1, int Arch = 0>
class BlockScan {
public:
  typedef details::cells<T, X * Y * Z> TempStorage;
  __device__ BlockScan() : storage_(own()) {}
  __device__ explicit BlockScan(TempStorage& storage) : storage_(storage) {}

  __device__ void InclusiveSum(T value, T& result) { scan(value, result); }
  __device__ void InclusiveSum(T value, T& result, T& total) { scan(value, result, total); }
  template <class Prefix, class = decltype(&Prefix::operator())> __device__ void InclusiveSum(T value, T& result, Prefix& prefix) { scan(value, result, prefix); }
  template <int n> __device__ void InclusiveSum(T (&value)[n], T (&result)[n]) { scan(value, result); }
  template <int n> __device__ void InclusiveSum(T (&value)[n], T (&result)[n], T& total) { scan(value, result, total); }
  template <class O> __device__ void InclusiveScan(T value, T& result, O operation) { scan(value, result); }
  template <int n, class O> __device__ void InclusiveScan(T (&value)[n], T (&result)[n], O operation) { scan(value, result); }
  template <class O> __device__ void InclusiveScan(T value, T& result, T first, O operation) { scan(value, result); }
  template <class O> __device__ void InclusiveScan(T value, T& result, T first, O operation, T& total) { scan(value, result, total); }
  template <class O> __device__ void InclusiveScan(T value, T& result, O operation, T& total) { scan(value, result, total); }
  template <int n, class O> __device__ void InclusiveScan(T (&value)[n], T (&result)[n], T first, O operation) { scan(value, result); }
  template <int n, class O> __device__ void InclusiveScan(T (&value)[n], T (&result)[n], T first, O operation, T& total) { scan(value, result, total); }
  __device__ void ExclusiveSum(T value, T& result) { scan(value, result); }
  __device__ void ExclusiveSum(T value, T& result, T& total) { scan(value, result, total); }
  template <class Prefix, class = decltype(&Prefix::operator())> __device__ void ExclusiveSum(T value, T& result, Prefix& prefix) { scan(value, result, prefix); }
  template <int n> __device__ void ExclusiveSum(T (&value)[n], T (&result)[n]) { scan(value, result); }
  template <int n> __device__ void ExclusiveSum(T (&value)[n], T (&result)[n], T& total) { scan(value, result, total); }
  template <class O> __device__ void ExclusiveScan(T value, T& result, O operation) { scan(value, result); }
  template <int n, class O> __device__ void ExclusiveScan(T (&value)[n], T (&result)[n], O operation) { scan(value, result); }
  template <class O> __device__ void ExclusiveScan(T value, T& result, T first, O operation) { scan(value, result); }
  template <class O> __device__ void ExclusiveScan(T value, T& result, T first, O operation, T& total) { scan(value, result, total); }
  template <class O> __device__ void ExclusiveScan(T value, T& result, O operation, T& total) { scan(value, result, total); }
  template <int n, class O> __device__ void ExclusiveScan(T (&value)[n], T (&result)[n], T first, O operation) { scan(value, result); }
  template <int n, class O> __device__ void ExclusiveScan(T (&value)[n], T (&result)[n], T first, O operation, T& total) { scan(value, result, total); }

private:
  __device__ void scan(T value, T& result) {
    details::combine<Algorithm == BLOCK_SCAN_WARP_SCANS && X * Y * Z % 32 == 0>(storage_, value);
    result = details::any<T>();
  }
  template <int n> __device__ void scan(T (&value)[n], T (&result)[n]) {
    details::combine<Algorithm == BLOCK_SCAN_WARP_SCANS && X * Y * Z % 32 == 0>(storage_, value[0]);
    details::forget(result);
  }
  __device__ void scan(T value, T& result, T& total) {
    scan(value, result);
    total = __heddle::shared_by_block(details::any<T>());
  }
  template <int n> __device__ void scan(T (&value)[n], T (&result)[n], T& total) {
    scan(value, result);
    total = __heddle::shared_by_block(details::any<T>());
  }
  // The caller's object is asked for the prefix by the first warp, all lanes of which call it.
  template <class Prefix> __device__ void scan(T value, T& result, Prefix& prefix) {
    scan(value, result);
    if (details::thread_of_block() < 32) prefix(details::any<T>());
  }
  __device__ static TempStorage& own() {
    __shared__ TempStorage storage;
    return storage;
  }
  TempStorage& storage_;
};

} // namespace cub

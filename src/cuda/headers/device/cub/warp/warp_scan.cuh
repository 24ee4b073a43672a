// Prefix sums of aligned parts of a warp, which are not followed.
#pragma once
#include <cub/temporary.h>

namespace cub {

template <class T, int Lanes = 32, int Arch = 0> class WarpScan {
public:
  typedef details::cells<T, Lanes> TempStorage;
  __device__ explicit WarpScan(TempStorage& storage) : storage_(storage) {}

  __device__ void InclusiveSum(T value, T& result) { scan(value, result); }
  __device__ void InclusiveSum(T value, T& result, T& total) { scan(value, result, total); }
  template <class O> __device__ void InclusiveScan(T value, T& result, O operation) { scan(value, result); }
  template <class O> __device__ void InclusiveScan(T value, T& result, T first, O operation) { scan(value, result); }
  template <class O> __device__ void InclusiveScan(T value, T& result, T first, O operation, T& total) { scan(value, result, total); }
  template <class O> __device__ void InclusiveScan(T value, T& result, O operation, T& total) { scan(value, result, total); }
  __device__ void ExclusiveSum(T value, T& result) { scan(value, result); }
  __device__ void ExclusiveSum(T value, T& result, T& total) { scan(value, result, total); }
  template <class O> __device__ void ExclusiveScan(T value, T& result, O operation) { scan(value, result); }
  template <class O> __device__ void ExclusiveScan(T value, T& result, T first, O operation) { scan(value, result); }
  template <class O> __device__ void ExclusiveScan(T value, T& result, T first, O operation, T& total) { scan(value, result, total); }
  template <class O> __device__ void ExclusiveScan(T value, T& result, O operation, T& total) { scan(value, result, total); }
  __device__ T Broadcast(T value, unsigned lane) {
    details::combine_in_warp<Lanes>(storage_, value);
    return __heddle::shared_by_tile(Lanes, value);
  }

private:
  __device__ void scan(T value, T& result) {
    details::combine_in_warp<Lanes>(storage_, value);
    result = details::any<T>();
  }
  __device__ void scan(T value, T& result, T& total) {
    scan(value, result);
    total = __heddle::shared_by_tile(Lanes, details::any<T>());
  }
  TempStorage& storage_;
};

} // namespace cub

// Reductions of aligned parts of a warp: their first lane gets the result, which is not followed.
#pragma once
#include <cub/temporary.h>

namespace cub {

template <class T, int Lanes = 32, int Arch = 0> class WarpReduce {
public:
  typedef details::cells<T, Lanes> TempStorage;
  __device__ explicit WarpReduce(TempStorage& storage) : storage_(storage) {}

  __device__ T Sum(T value) {
    details::combine_in_warp<Lanes>(storage_, value);
    return details::any<T>();
  }
  __device__ T Sum(T value, int count) { return Sum(value); }
  template <class Operation> __device__ T Reduce(T value, Operation operation) {
    details::combine_in_warp<Lanes>(storage_, value);
    return operation(value, details::any<T>());
  }
  template <class Operation> __device__ T Reduce(T value, Operation operation, int count) { return Reduce(value, operation); }
  template <class Flag> __device__ T HeadSegmentedSum(T value, Flag flag) { return Sum(value); }
  template <class Flag> __device__ T TailSegmentedSum(T value, Flag flag) { return Sum(value); }

private:
  TempStorage& storage_;
};

} // namespace cub

// Reductions of a block: thread 0 gets the result, which is not followed.
#pragma once
#include <cub/temporary.h>

namespace cub {

enum BlockReduceAlgorithm {
  BLOCK_REDUCE_RAKING_COMMUTATIVE_ONLY, BLOCK_REDUCE_RAKING, BLOCK_REDUCE_WARP_REDUCTIONS
};

template <class T, int X, BlockReduceAlgorithm Algorithm = BLOCK_REDUCE_WARP_REDUCTIONS, int Y = 1, int Z = 1, int Arch = 0>
class BlockReduce {
public:
  typedef details::cells<T, X * Y * Z> TempStorage;
  __device__ BlockReduce() : storage_(own()) {}
  __device__ explicit BlockReduce(TempStorage& storage) : storage_(storage) {}

  template <class Operation> __device__ T Reduce(T value, Operation operation) {
    details::combine<Algorithm == BLOCK_REDUCE_WARP_REDUCTIONS>(storage_, value);
    return operation(value, details::any<T>());
  }
  template <class Operation> __device__ T Reduce(T value, Operation operation, int count) { return Reduce(value, operation); }
  template <int n, class Operation> __device__ T Reduce(T (&items)[n], Operation operation) { return Reduce(items[0], operation); }
  __device__ T Sum(T value) { return sum(value); }
  __device__ T Sum(T value, int count) { return sum(value); }
  template <int n> __device__ T Sum(T (&items)[n]) { return sum(items[0]); }

private:
  __device__ T sum(T value) {
    details::combine<Algorithm == BLOCK_REDUCE_WARP_REDUCTIONS>(storage_, value);
    return details::any<T>();
  }
  __device__ static TempStorage& own() {
    __shared__ TempStorage storage;
    return storage;
  }
  TempStorage& storage_;
};

} // namespace cub

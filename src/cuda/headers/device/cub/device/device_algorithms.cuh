// Algorithms of a whole device, for hosts.
#pragma once
#include <cub/temporary.h>

namespace cub {

struct DeviceReduce {
  template <class... T> static cudaError_t Reduce(void* storage, size_t& bytes, T&&... arguments);
  template <class... T> static cudaError_t Sum(void* storage, size_t& bytes, T&&... arguments);
  template <class... T> static cudaError_t Min(void* storage, size_t& bytes, T&&... arguments);
  template <class... T> static cudaError_t Max(void* storage, size_t& bytes, T&&... arguments);
  template <class... T> static cudaError_t ArgMin(void* storage, size_t& bytes, T&&... arguments);
  template <class... T> static cudaError_t ArgMax(void* storage, size_t& bytes, T&&... arguments);
  template <class... T> static cudaError_t ReduceByKey(void* storage, size_t& bytes, T&&... arguments);
  template <class... T> static cudaError_t TransformReduce(void* storage, size_t& bytes, T&&... arguments);
};
struct DeviceScan {
  template <class... T> static cudaError_t ExclusiveSum(void* storage, size_t& bytes, T&&... arguments);
  template <class... T> static cudaError_t InclusiveSum(void* storage, size_t& bytes, T&&... arguments);
  template <class... T> static cudaError_t ExclusiveScan(void* storage, size_t& bytes, T&&... arguments);
  template <class... T> static cudaError_t InclusiveScan(void* storage, size_t& bytes, T&&... arguments);
  template <class... T> static cudaError_t ExclusiveSumByKey(void* storage, size_t& bytes, T&&... arguments);
  template <class... T> static cudaError_t InclusiveSumByKey(void* storage, size_t& bytes, T&&... arguments);
};
struct DeviceRadixSort {
  template <class... T> static cudaError_t SortKeys(void* storage, size_t& bytes, T&&... arguments);
  template <class... T> static cudaError_t SortKeysDescending(void* storage, size_t& bytes, T&&... arguments);
  template <class... T> static cudaError_t SortPairs(void* storage, size_t& bytes, T&&... arguments);
  template <class... T> static cudaError_t SortPairsDescending(void* storage, size_t& bytes, T&&... arguments);
};
struct DeviceSelect {
  template <class... T> static cudaError_t If(void* storage, size_t& bytes, T&&... arguments);
  template <class... T> static cudaError_t Flagged(void* storage, size_t& bytes, T&&... arguments);
  template <class... T> static cudaError_t Unique(void* storage, size_t& bytes, T&&... arguments);
  template <class... T> static cudaError_t UniqueByKey(void* storage, size_t& bytes, T&&... arguments);
};
struct DeviceSegmentedReduce {
  template <class... T> static cudaError_t Reduce(void* storage, size_t& bytes, T&&... arguments);
  template <class... T> static cudaError_t Sum(void* storage, size_t& bytes, T&&... arguments);
  template <class... T> static cudaError_t Min(void* storage, size_t& bytes, T&&... arguments);
  template <class... T> static cudaError_t Max(void* storage, size_t& bytes, T&&... arguments);
};
struct DeviceSegmentedRadixSort {
  template <class... T> static cudaError_t SortKeys(void* storage, size_t& bytes, T&&... arguments);
  template <class... T> static cudaError_t SortPairs(void* storage, size_t& bytes, T&&... arguments);
  template <class... T> static cudaError_t SortKeysDescending(void* storage, size_t& bytes, T&&... arguments);
  template <class... T> static cudaError_t SortPairsDescending(void* storage, size_t& bytes, T&&... arguments);
};
struct DeviceSegmentedSort {
  template <class... T> static cudaError_t SortKeys(void* storage, size_t& bytes, T&&... arguments);
  template <class... T> static cudaError_t SortPairs(void* storage, size_t& bytes, T&&... arguments);
  template <class... T> static cudaError_t SortKeysDescending(void* storage, size_t& bytes, T&&... arguments);
  template <class... T> static cudaError_t SortPairsDescending(void* storage, size_t& bytes, T&&... arguments);
};
struct DeviceRunLengthEncode {
  template <class... T> static cudaError_t Encode(void* storage, size_t& bytes, T&&... arguments);
  template <class... T> static cudaError_t NonTrivialRuns(void* storage, size_t& bytes, T&&... arguments);
};
struct DevicePartition {
  template <class... T> static cudaError_t If(void* storage, size_t& bytes, T&&... arguments);
  template <class... T> static cudaError_t Flagged(void* storage, size_t& bytes, T&&... arguments);
};
struct DeviceHistogram {
  template <class... T> static cudaError_t HistogramEven(void* storage, size_t& bytes, T&&... arguments);
  template <class... T> static cudaError_t HistogramRange(void* storage, size_t& bytes, T&&... arguments);
  template <class... T> static cudaError_t MultiHistogramEven(void* storage, size_t& bytes, T&&... arguments);
};
struct DeviceMergeSort {
  template <class... T> static cudaError_t SortKeys(void* storage, size_t& bytes, T&&... arguments);
  template <class... T> static cudaError_t SortPairs(void* storage, size_t& bytes, T&&... arguments);
  template <class... T> static cudaError_t StableSortKeys(void* storage, size_t& bytes, T&&... arguments);
  template <class... T> static cudaError_t StableSortPairs(void* storage, size_t& bytes, T&&... arguments);
};
struct DeviceSpmv {
  template <class... T> static cudaError_t CsrMV(void* storage, size_t& bytes, T&&... arguments);
};
struct DeviceMemcpy {
  template <class... T> static cudaError_t Batched(void* storage, size_t& bytes, T&&... arguments);
};
struct DeviceFor {
  template <class... T> static cudaError_t Bulk(void* storage, size_t& bytes, T&&... arguments);
  template <class... T> static cudaError_t ForEach(void* storage, size_t& bytes, T&&... arguments);
  template <class... T> static cudaError_t ForEachN(void* storage, size_t& bytes, T&&... arguments);
};

template <class T> struct DoubleBuffer {
  T* d_buffers[2];
  int selector = 0;
  __host__ __device__ DoubleBuffer(T* a = nullptr, T* b = nullptr) : d_buffers{a, b} {}
  __host__ __device__ T* Current() { return d_buffers[selector]; }
  __host__ __device__ T* Alternate() { return d_buffers[selector ^ 1]; }
};
struct CachingDeviceAllocator {
  explicit CachingDeviceAllocator(bool = false, bool = false) {}
  CachingDeviceAllocator(unsigned, unsigned, unsigned, size_t, bool = false, bool = false) {}
  cudaError_t DeviceAllocate(void** at, size_t size, cudaStream_t stream = 0);
  cudaError_t DeviceFree(void* at);
};
template <class T, class Offset = ptrdiff_t> struct CountingInputIterator {
  T first;
  __host__ __device__ explicit CountingInputIterator(T value) : first(value) {}
  __host__ __device__ T operator[](Offset n) const { return first + static_cast<T>(n); }
  __host__ __device__ T operator*() const { return first; }
  __host__ __device__ CountingInputIterator operator+(Offset n) const { return CountingInputIterator(first + static_cast<T>(n)); }
};
template <class T, class F, class It, class Offset = ptrdiff_t> struct TransformInputIterator {
  It it;
  F f;
  __host__ __device__ TransformInputIterator(It it, F f) : it(it), f(f) {}
  __host__ __device__ T operator[](Offset n) const { return f(it[n]); }
  __host__ __device__ T operator*() const { return f(*it); }
  __host__ __device__ TransformInputIterator operator+(Offset n) const { return {it + n, f}; }
};

} // namespace cub

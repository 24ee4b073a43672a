// expect: verified
#include <cuda/atomic>
__global__ void of_device(int *cell, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  cuda::atomic_ref<int, cuda::thread_scope_device> sum(*cell);
  if (i < n) sum.fetch_add(i, cuda::memory_order_relaxed);
}
// The scope is the system's where none is given.
__global__ void all_forms(cuda::atomic<int> *cell, int *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  int seen = *cell;
  while (!cell->compare_exchange_weak(seen, seen + 1)) {
  }
  ++*cell;
  *cell -= 3;
  cell->fetch_max(i);
  out[i] = cell->exchange(i);
  if (i == 7) cell->store(0);
}
__global__ void of_block(int *out) {
  __shared__ int sum;
  if (threadIdx.x == 0) sum = 0;
  __syncthreads();
  cuda::atomic_ref<int, cuda::thread_scope_block> all{sum};
  all++;
  all += threadIdx.x;
  __syncthreads();
  out[blockIdx.x * blockDim.x + threadIdx.x] = all.load() + sum;
}
// Loads alone never race.
__global__ void loads(cuda::atomic<int, cuda::thread_scope_block> *cell, int *out) {
  out[blockIdx.x * blockDim.x + threadIdx.x] = cell->load(cuda::memory_order_relaxed);
}

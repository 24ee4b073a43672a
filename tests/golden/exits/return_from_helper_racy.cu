// expect: refuted
// finding: divergence confirmed error A
// Behind the function the kernel goes on: a thread that returned from it is still there.
__device__ __forceinline__ void fill(int* o, unsigned n) {
  if (threadIdx.x >= n) return;
  o[threadIdx.x] = 1;
  __syncthreads(); /*A*/
}

__global__ void fill_twice(int* o, int* rest, unsigned n) {
  fill(o, n);
  rest[threadIdx.x] = 1;
}

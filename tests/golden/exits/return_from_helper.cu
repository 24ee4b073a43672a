// expect: verified
// finding: exited-threads confirmed warning A
// A thread that returns from the function with which the kernel ends is gone, as if the kernel
// itself had returned.
__device__ __forceinline__ void fill(int* o, unsigned n) {
  if (threadIdx.x >= n) return;
  o[threadIdx.x] = 1;
  __syncthreads(); /*A*/
}

__device__ void call_fill(int* o, unsigned n) {
  fill(o, n);
}

__global__ void fill_all(int* o, unsigned n) {
  call_fill(o, n);
}

// expect: refuted
// finding: race confirmed error S S
// Atomics on memory of the block tell other blocks nothing: they cannot order its writes.
__global__ void k(unsigned *out) {
  __shared__ unsigned bins[8];
  if (threadIdx.x < 8) bins[threadIdx.x] = 0;
  __syncthreads();
  atomicAdd(&bins[threadIdx.x % 8], 1u);
  __syncthreads();
  if (threadIdx.x < 8) out[threadIdx.x * 8 + blockIdx.x] = bins[threadIdx.x] + threadIdx.x; /*S*/
}
void launch(unsigned *out, int n) { k<<<n, 128>>>(out); }

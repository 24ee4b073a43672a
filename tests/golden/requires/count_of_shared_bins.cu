// expect: refuted
// flags: --infer-requires
// finding: race confirmed error A A
// Bins of the block, which it clears before.
__global__ void count(const int* of, int* bins, int n) {
  __shared__ int own[64];
  if (threadIdx.x < 64) own[threadIdx.x] = 0;
  __syncthreads();
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) own[of[i]] += 1; /*A*/
  __syncthreads();
  if (threadIdx.x < 64) atomicAdd(bins + threadIdx.x, own[threadIdx.x]);
}

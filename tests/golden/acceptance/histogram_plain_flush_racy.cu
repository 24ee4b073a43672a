// expect: refuted
// finding: race confirmed error A A
// The counts are atomic in the block, but blocks add them up plainly.
#define BINS 256
__global__ void histogram(const unsigned char* data, unsigned* bins, int n) {
  __shared__ unsigned local[BINS];
  for (int b = threadIdx.x; b < BINS; b += blockDim.x) local[b] = 0;
  __syncthreads();
  int stride = blockDim.x * gridDim.x;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += stride) atomicAdd(&local[data[i]], 1u);
  __syncthreads();
  for (int b = threadIdx.x; b < BINS; b += blockDim.x) bins[b] += local[b]; /*A*/
}

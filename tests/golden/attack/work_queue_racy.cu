// expect: refuted
// flags: --block 128 --grid 1
// finding: race confirmed error A B
__device__ int next;

// The item is overwritten before all have read it.
__global__ void work(float* out, const float* in, int n) {
  __shared__ int item;
  while (true) {
    if (threadIdx.x == 0) item = atomicAdd(&next, 1); /*A*/
    __syncthreads();
    int i = item; /*B*/
    if (i >= n) break;
    out[i * blockDim.x + threadIdx.x] = 2.0f * in[i * blockDim.x + threadIdx.x];
  }
}

// expect: verified
// flags: --block 128 --grid 1
__device__ int next;

// A queue of work: one thread takes an item for all, until there is none.
__global__ void work(float* out, const float* in, int n) {
  __shared__ int item;
  while (true) {
    if (threadIdx.x == 0) item = atomicAdd(&next, 1);
    __syncthreads();
    int i = item;
    if (i >= n) break;
    out[i * blockDim.x + threadIdx.x] = 2.0f * in[i * blockDim.x + threadIdx.x];
    __syncthreads();
  }
}

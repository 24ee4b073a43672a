// expect: verified
// assumes: done holds zeros at the launch
//
// Each thread fences what it wrote before the barrier, and what it reads behind the other.
__global__ void total(float* partial, float* out, unsigned* done, int n) {
  __shared__ bool last;
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  partial[i] = i;
  __threadfence();
  __syncthreads();
  if (threadIdx.x == 0) last = atomicAdd(done, 1) == gridDim.x - 1;
  __syncthreads();
  if (last) {
    __threadfence();
    float sum = 0;
    for (int k = threadIdx.x; k < gridDim.x * blockDim.x; k += blockDim.x) sum += partial[k];
    out[threadIdx.x] = sum;
  }
}

// expect: refuted
// finding: race any error A B
// more: yes
//
// The ticket is drawn before the other threads of the block have written.
__global__ void total(float* partial, float* out, unsigned* done, int n) {
  __shared__ bool last;
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  partial[i] = i; /*A*/
  __threadfence();
  if (threadIdx.x == 0) last = atomicAdd(done, 1) == gridDim.x - 1;
  __syncthreads();
  if (last) {
    __threadfence();
    float sum = 0;
    for (int k = threadIdx.x; k < gridDim.x * blockDim.x; k += blockDim.x) sum += partial[k]; /*B*/
    out[threadIdx.x] = sum;
  }
}

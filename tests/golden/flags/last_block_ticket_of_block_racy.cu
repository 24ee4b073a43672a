// expect: refuted
// flags: --assume "blockDim.x <= 256"
// finding: unordered-flag any error A B
// more: yes
__device__ unsigned done;
__global__ void total(const float* in, float* partial, float* out, int n) {
  __shared__ float s[256];
  __shared__ bool last;
  float v = 0;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x) v += in[i];
  s[threadIdx.x] = v;
  __syncthreads();
  if (threadIdx.x == 0) {
    float sum = 0;
    for (int i = 0; i < blockDim.x; i++) sum += s[i];
    partial[blockIdx.x] = sum; /*A*/
    __threadfence();
    last = atomicInc_block(&done, gridDim.x) == gridDim.x - 1;
    __threadfence();
  }
  __syncthreads();
  if (last) {
    float sum = 0;
    for (int i = threadIdx.x; i < gridDim.x; i += blockDim.x) sum += partial[i]; /*B*/
    s[threadIdx.x] = sum;
    __syncthreads();
    if (threadIdx.x == 0) {
      float all = 0;
      for (int i = 0; i < blockDim.x; i++) all += s[i];
      *out = all;
      done = 0;
    }
  }
}

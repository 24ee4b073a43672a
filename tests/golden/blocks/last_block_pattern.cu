// expect: refuted
// finding: race possible error A B
// more: yes
// The ticket orders the blocks in fact, but only through a fence and an atomic: not understood,
// and reported as possible.
__device__ unsigned done;
__global__ void total(float* partial, float* out) {
  __shared__ bool last;
  if (threadIdx.x == 0) {
    partial[blockIdx.x] = blockIdx.x; /*A*/
    __threadfence();
    last = atomicInc(&done, gridDim.x) == gridDim.x - 1;
  }
  __syncthreads();
  if (last && threadIdx.x == 0) {
    float v = 0.0f;
    for (int i = 0; i < gridDim.x; i++) v += partial[i]; /*B*/
    out[0] = v;
  }
}

// expect: refuted
// finding: unordered-flag confirmed error A B
//
// Who draws the last ticket has no fence before it reads what the others wrote.
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

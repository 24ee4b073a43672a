// expect: refuted
// finding: unordered-flag confirmed error A B
// more: yes
__global__ void hand_over(float* data, int* ready, float* out) {
  int t = threadIdx.x;
  if (blockIdx.x == 0) {
    data[t] = t; /*A*/
    __syncthreads();
    if (t == 0) {
      __threadfence();
      atomicExch(ready, 1);
    }
  } else {
    if (t == 0) {
      while (atomicAdd(ready, 0) == 0) {}
    }
    __syncthreads();
    out[blockIdx.x * blockDim.x + t] = data[t]; /*B*/
  }
}

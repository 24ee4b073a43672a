// expect: refuted
// finding: unordered-flag confirmed error A B
// finding: unordered-flag confirmed error C D
__global__ void hand_over(float* data, int* ready, float* out) {
  int t = threadIdx.x;
  if (blockIdx.x == 0) {
    data[t] = t; /*A*/
    __syncthreads();
    if (t == 0) {
      __threadfence();
      atomicExch(ready, 1); /*C*/
    }
  } else {
    if (t == 0) {
      while (*(volatile int*)ready == 0) {} /*D*/
      __threadfence();
    }
    __syncthreads();
    out[blockIdx.x * blockDim.x + t] = data[t]; /*B*/
  }
}

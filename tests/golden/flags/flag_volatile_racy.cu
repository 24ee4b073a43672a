// expect: refuted
// finding: unordered-flag confirmed error A B
// finding: unordered-flag confirmed error C D
//
// Volatile accesses, with fences, are no atomics.
__global__ void hand_over(float* data, volatile int* ready, float* out) {
  int t = threadIdx.x;
  if (blockIdx.x == 0) {
    data[t] = t; /*A*/
    __syncthreads();
    if (t == 0) {
      __threadfence();
      *ready = 1; /*C*/
    }
  } else {
    if (t == 0) {
      while (*ready == 0) {} /*D*/
      __threadfence();
    }
    __syncthreads();
    out[blockIdx.x * blockDim.x + t] = data[t]; /*B*/
  }
}

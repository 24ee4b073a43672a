// expect: refuted
// finding: race any error A B
// more: yes
//
// Another block stores the flag as well.
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
    if (blockIdx.x == 1 && t == 0) atomicExch(ready, 1);
    if (t == 0) {
      while (atomicAdd(ready, 0) == 0) {}
      __threadfence();
    }
    __syncthreads();
    out[blockIdx.x * blockDim.x + t] = data[t]; /*B*/
  }
}

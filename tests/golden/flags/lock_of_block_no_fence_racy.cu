// expect: refuted
// finding: unordered-flag confirmed error A
// more: yes
__global__ void add(float* sums, int* lock, const float* in) {
  int t = threadIdx.x;
  float v = in[blockIdx.x * blockDim.x + t];
  if (t == 0) {
    while (atomicCAS(lock, 0, 1) != 0) {}
  }
  __syncthreads();
  sums[t] += v; /*A*/
  __threadfence();
  __syncthreads();
  if (t == 0) {
    __threadfence();
    atomicExch(lock, 0);
  }
}

// expect: refuted
// finding: race any error A
// more: yes
//
// It is given back before all threads are through.
__global__ void add(float* sums, int* lock, const float* in) {
  int t = threadIdx.x;
  float v = in[blockIdx.x * blockDim.x + t];
  if (t == 0) {
    while (atomicCAS(lock, 0, 1) != 0) {}
    __threadfence();
  }
  __syncthreads();
  sums[t] += v; /*A*/
  if (t == 0) {
    __threadfence();
    atomicExch(lock, 0);
  }
}

// expect: refuted
// finding: race confirmed error A A
__global__ void own_index(int* a, float* b) {
  int tid = blockIdx.x * blockDim.x + threadIdx.x;
  a[tid] = tid / 2;
  int i = a[tid];
  b[i] = 1.5f * tid; /*A*/
}

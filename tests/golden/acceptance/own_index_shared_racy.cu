// expect: refuted
// finding: race confirmed error A A
__global__ void own_index(int* b) {
  __shared__ int a[1024];
  int tid = threadIdx.x;
  a[tid] = tid & ~1;
  int i = a[tid];
  b[blockIdx.x * blockDim.x + i] = tid; /*A*/
}

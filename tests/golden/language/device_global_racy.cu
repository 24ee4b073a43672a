// expect: refuted
// finding: race confirmed error A A
__device__ int last;
__global__ void remember(const int* in, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n && in[i] > 0) last = i; /*A*/
}

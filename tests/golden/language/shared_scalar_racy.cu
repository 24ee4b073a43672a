// expect: refuted
// finding: race confirmed error A B
__global__ void broadcast(int* out, const int* in, int n) {
  __shared__ int base;
  for (int i = 0; i < n; i++) {
    if (threadIdx.x == 0) base = in[i]; /*A*/
    __syncthreads();
    out[(blockIdx.x * n + i) * blockDim.x + threadIdx.x] = base; /*B*/
  }
}

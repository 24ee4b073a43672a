// expect: refuted
// finding: race confirmed error A B
__global__ void fence(int* out) {
  extern __shared__ int s[];
  int t = threadIdx.x;
  s[t] = t; /*A*/
  __threadfence_block();
  out[blockIdx.x * blockDim.x + t] = s[blockDim.x - 1 - t]; /*B*/
}

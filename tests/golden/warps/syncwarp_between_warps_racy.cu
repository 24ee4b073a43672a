// expect: refuted
// finding: race confirmed error A B
// __syncwarp does not order two warps.
__global__ void exchange(int* out) {
  extern __shared__ int s[];
  int t = threadIdx.x;
  s[t] = t; /*A*/
  __syncwarp();
  out[blockIdx.x * blockDim.x + t] = s[blockDim.x - 1 - t]; /*B*/
}

// expect: refuted
// finding: race confirmed error A B
// The partner is in another warp.
__global__ void exchange(int* out) {
  __shared__ int s[1024];
  int t = threadIdx.x;
  s[t] = t; /*A*/
  __syncwarp();
  out[blockIdx.x * blockDim.x + t] = s[t ^ 32]; /*B*/
}

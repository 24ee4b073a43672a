// expect: refuted
// finding: race confirmed error A B
// Warp 0 meets itself only; warp 1 reads what it writes.
__global__ void roles(int* out) {
  __shared__ int s[64];
  __requires(blockDim.x == 64);
  int w = threadIdx.x / 32, l = threadIdx.x % 32;
  if (w == 0) {
    s[l] = l; /*A*/
    __syncwarp();
    s[32 + l] = s[l ^ 1];
  } else {
    out[blockIdx.x * 32 + l] = s[l]; /*B*/
  }
}

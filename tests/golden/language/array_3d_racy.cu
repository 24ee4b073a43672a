// expect: refuted
// finding: race confirmed error A A
// The x extent is too small for the block: a row runs into the next one.
__global__ void cube(float* out) {
  __requires(blockDim.x <= 8 && blockDim.y <= 8 && blockDim.z <= 8);
  __shared__ float s[8][8][7];
  unsigned x = threadIdx.x, y = threadIdx.y, z = threadIdx.z;
  s[z][y][x] = x; /*A*/
  __syncthreads();
  if (x == 0) out[(blockIdx.x * 8 + z) * 8 + y] = s[z][y][blockDim.x - 1];
}

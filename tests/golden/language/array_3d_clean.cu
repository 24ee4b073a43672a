// expect: verified
__global__ void cube(float* out) {
  __requires(blockDim.x <= 8 && blockDim.y <= 8 && blockDim.z <= 8);
  __shared__ float s[8][8][9];
  unsigned x = threadIdx.x, y = threadIdx.y, z = threadIdx.z;
  s[z][y][x] = x + y + z;
  __syncthreads();
  if (x == 0) out[(blockIdx.x * 8 + z) * 8 + y] = s[z][y][blockDim.x - 1];
}

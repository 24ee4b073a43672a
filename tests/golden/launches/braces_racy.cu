// expect: refuted
// assumes: blockDim = (16, 16, 1)
// finding: race confirmed error A A
// The block that the braces name has two rows more than the tile.
__global__ void turn(float* x) {
  __shared__ float tile[14][16];
  float* own = x + 256 * blockIdx.x;
  tile[threadIdx.y % 14][threadIdx.x] = own[16 * threadIdx.y + threadIdx.x]; /*A*/
  __syncthreads();
  own[16 * threadIdx.y + threadIdx.x] = tile[threadIdx.x % 14][threadIdx.y];
}

void run(float* x, int n) { turn<<<n, {16, 16, 1}>>>(x); }

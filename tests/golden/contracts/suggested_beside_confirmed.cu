// expect: refuted
// finding: race confirmed error A
// finding: race any error B
// suggests: blockDim.x == 32 && gridDim.x <= 32
// The tile needs one condition. What is written needs another one besides.
__global__ void k(const float* a, float* c) {
  __shared__ float tile[32][32];
  int tx = threadIdx.x, ty = threadIdx.y, row = blockIdx.y * 32 + ty, col = blockIdx.x * 32 + tx;
  tile[ty][tx] = a[row * 1024 + col]; /*A*/
  __syncthreads();
  c[row * 1024 + col] = tile[ty][tx] + tile[ty][0]; /*B*/
}

void run(const float* a, float* c, dim3 grid, dim3 block) { k<<<grid, block>>>(a, c); }

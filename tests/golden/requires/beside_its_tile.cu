// expect: verified
// flags: --infer-requires
// under: blockDim.x <= 16 && blockDim.y <= 16 && gridDim.x <= 16
// The tile needs the block's size. What is written needs it as well, and no more blocks than rows have tiles: no condition alone
// keeps threads of two blocks apart.
__global__ void turn(const float* a, float* out, int* from) {
  __shared__ float tile[16][16];
  int tx = threadIdx.x, ty = threadIdx.y, row = blockIdx.y * 16 + ty, col = blockIdx.x * 16 + tx;
  tile[ty][tx] = a[row * 256 + col];
  __syncthreads();
  out[row * 256 + col] = tile[tx][ty];
  from[row * 256 + col] = tx * 16 + ty;
}

void run(const float* a, float* out, int* from, dim3 grid, dim3 block) { turn<<<grid, block>>>(a, out, from); }

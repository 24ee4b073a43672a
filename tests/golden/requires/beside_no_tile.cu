// expect: refuted
// flags: --infer-requires
// under: none
// finding: race confirmed error A
// more: yes
// All blocks of a row write the same cells, of whatever size they are and however many there are.
__global__ void turn(const float* a, float* out, int* from) {
  __shared__ float tile[16][16];
  int tx = threadIdx.x, ty = threadIdx.y, row = blockIdx.y * 16 + ty, col = blockIdx.x * 16 + tx;
  tile[ty][tx] = a[row * 256 + col];
  __syncthreads();
  out[row * 256 + col] = tile[tx][ty];
  from[row * 256 + tx] = blockIdx.x; /*A*/
}

void run(const float* a, float* out, int* from, dim3 grid, dim3 block) { turn<<<grid, block>>>(a, out, from); }

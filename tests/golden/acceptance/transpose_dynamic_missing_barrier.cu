// expect: refuted
// finding: race confirmed error A B
extern __shared__ float tile[];
__global__ void transpose_dynamic(float* out, const float* in, int n, int reps) {
  __requires(blockDim.x == blockDim.y);
  int edge = blockDim.x;
  int tx = threadIdx.x, ty = threadIdx.y;
  int x = blockIdx.x * edge + tx, y = blockIdx.y * edge + ty;
  for (int r = 0; r < reps; ++r) {
    tile[ty * (edge + 1) + tx] = x < n && y < n ? in[y * n + x] : 0.0f; /*A*/
    __syncthreads();
    int xo = blockIdx.y * edge + tx, yo = blockIdx.x * edge + ty;
    if (xo < n && yo < n) out[yo * n + xo] = tile[tx * (edge + 1) + ty]; /*B*/
  }
}

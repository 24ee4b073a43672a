// expect: verified
// flags: --infer-requires
// under: blockDim.x <= 16 && blockDim.y <= 16
// Each tile needs one side of the block, and what is written needs both.

__global__ void reg(const float *A, const float *B, float *C, int M, int N, int K) {
  __shared__ float As[16][32], Bs[16][32];
  int tx = threadIdx.x, ty = threadIdx.y;
  int row = blockIdx.y * 32 + ty * 2, col = blockIdx.x * 32 + tx * 2;
  float s = 0, u = 0;
  for (int t = 0; t < (K + 15) / 16; t++) {
    int ac = t * 16 + tx, br = t * 16 + ty;
    if (row < M && ac < K) As[tx][ty * 2] = A[row * K + ac]; else As[tx][ty * 2] = 0;
    if (row + 1 < M && ac < K) As[tx][ty * 2 + 1] = A[(row + 1) * K + ac]; else As[tx][ty * 2 + 1] = 0;
    if (br < K && col < N) Bs[ty][tx * 2] = B[br * N + col]; else Bs[ty][tx * 2] = 0;
    if (br < K && col + 1 < N) Bs[ty][tx * 2 + 1] = B[br * N + col + 1]; else Bs[ty][tx * 2 + 1] = 0;
    __syncthreads();
    for (int k = 0; k < 16; k++) { s += As[k][ty * 2] * Bs[k][tx * 2]; u += As[k][ty * 2 + 1] * Bs[k][tx * 2 + 1]; }
    __syncthreads();
  }
  if (row < M && col < N) C[row * N + col] = s;
  if (row + 1 < M && col + 1 < N) C[(row + 1) * N + col + 1] = u;
}

void run(const float* a, const float* b, float* c, dim3 g, dim3 t, int m, int n, int k) { reg<<<g, t>>>(a, b, c, m, n, k); }

// expect: verified
// flags: --infer-requires
// under: blockDim.x <= 16 && blockDim.y <= 16 && size >= gridDim.x * 16
// No launch says so, but blocks are 16 columns and rows apart: they have no more threads along
// either, and rows are as long as all of them.
__global__ void multiply(const float* a, const float* b, float* c, int size) {
  const int col = 16 * blockIdx.x + threadIdx.x, row = 16 * blockIdx.y + threadIdx.y;
  for (int k = 0; k < size; k++) c[row * size + col] += a[row * size + k] * b[k * size + col];
}

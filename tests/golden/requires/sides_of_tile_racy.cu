// expect: refuted
// finding: race confirmed error A A
// flags: --assume 'blockDim.x <= 16 && blockDim.y <= 16 && size >= gridDim.x * 15'
// The last columns of rows that are too short are the first ones of the next.
__global__ void multiply(const float* a, const float* b, float* c, int size) {
  const int col = 16 * blockIdx.x + threadIdx.x, row = 16 * blockIdx.y + threadIdx.y;
  for (int k = 0; k < size; k++) c[row * size + col] += a[row * size + k] * b[k * size + col]; /*A*/
}

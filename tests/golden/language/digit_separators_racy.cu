// expect: refuted
// finding: race confirmed error A
// Quotes between digits separate nothing, and are no characters.
constexpr int row = 1'024;
__global__ void rows(float* out) {
  __shared__ float tile[1'0'2'4];
  const int t = threadIdx.x % 1'024;
  if (threadIdx.x < 0x4'00) tile[t] = 1'0.5e1'0f;
  __syncthreads();
  if (threadIdx.x < 1'0'24) out[blockIdx.x * 1'0'00 + t] = tile[1'023 - t]; /*A*/
}

// expect: refuted
// finding: race confirmed error A
// Each thread sets its elements before it stores them, to values of its own.
__global__ void k(float* out) {
  __shared__ float tile[64];
  float tmp[4];
  int y = threadIdx.x;
#pragma unroll
  for (int j = 0; j < 32; j += 8) tmp[j / 8] = y * 32 + j;
#pragma unroll
  for (int j = 0; j < 32; j += 8) tile[y + j] = tmp[j / 8]; /*A*/
  __syncthreads();
  if (y < 20) out[y] = tile[y];
}

int main() {
  float* out;
  cudaMalloc(&out, 256);
  k<<<1, 17>>>(out);
}

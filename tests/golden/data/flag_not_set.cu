// expect: refuted
// finding: race confirmed error A A
// suggests: rounds > 0
// Without a round nothing sets the flag: then it may be true of threads without a cell of their own.
__global__ void relax(float* out, int rounds, int width) {
  const int x = blockIdx.x * (16 - 2 * rounds) + threadIdx.x - rounds;
  bool is_inside;
  for (int i = 0; i < rounds; ++i) {
    is_inside = false;
    if (threadIdx.x > i && threadIdx.x < 15 - i && x >= 0 && x < width) {
      is_inside = true;
    }
    __syncthreads();
  }
  if (is_inside) /*A*/ out[blockIdx.y * width + x] = blockIdx.y;
}

void host(float* out, int rounds, int width) {
  if (rounds < 8) relax<<<dim3(width / (16 - 2 * rounds) + 1, 4), 16>>>(out, rounds, width);
}

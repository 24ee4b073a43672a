// expect: refuted
// finding: race possible error A
// depends: tmp[..] read
// Threads that meet store what they read from one element of `in`, or what nobody has set: that differs in no run by necessity.
__global__ void k(const float* in, float* out, int h) {
  __shared__ float tile[64];
  float tmp[4];
  int y = threadIdx.x;
#pragma unroll
  for (int j = 0; j < 32; j += 8)
    if (y + j < h) tmp[j / 8] = in[y + j];
#pragma unroll
  for (int j = 0; j < 32; j += 8) tile[y + j] = tmp[j / 8]; /*A*/
  __syncthreads();
  if (y < h) out[y] = tile[y];
}

int main() {
  float *in, *out;
  cudaMalloc(&in, 256);
  cudaMalloc(&out, 256);
  k<<<1, 17>>>(in, out, 20);
}

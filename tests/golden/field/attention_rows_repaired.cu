// expect: verified
// origin: ggml-org/llama.cpp 27870, 27955
__global__ void combine(float* out, const float* in, int np) {
  __requires(np >= 1);
  __shared__ float meta[64][33];
  int x = threadIdx.x, y = threadIdx.y;
  __requires(blockDim.x == 32 && blockDim.y <= 32);
  if (y % np == 0) meta[y][x] = in[y * 32 + x];
  __syncthreads();
  if (y % np == 0) out[(blockIdx.x * blockDim.y + y) * 32 + x] = meta[y][31 - x];
}

// expect: verified
// flags: --infer-requires
// under: blockDim.x <= 16 && blockDim.y <= 16 && height >= gridDim.y * 16
// What is written has rows as long as all columns of blocks.
__global__ void transpose(float* out, const float* in, int width, int height) {
  const int x = blockIdx.x * 16 + threadIdx.x, y = blockIdx.y * 16 + threadIdx.y;
  out[x * height + y] = in[y * width + x] + threadIdx.x;
}

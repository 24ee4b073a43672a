// expect: verified
// flags: --infer-requires
// under: cols >= gridDim.x * blockDim.x
// Here as many columns as there are blocks are not enough.
__global__ void spread(float* out, const float* weight, int cols) {
  int c = blockIdx.x * blockDim.x + threadIdx.x;
  out[blockIdx.y * cols + c] = weight[blockIdx.y] * c;
}

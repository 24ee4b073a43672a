// expect: verified
// flags: --infer-requires
// under: cols >= gridDim.x
// Each block has a column, whatever the number of its threads; that columns are not none is said
// by that.
__global__ void spread(float* out, const float* weight, int rows, int cols) {
  for (int r = threadIdx.x; r < rows; r += blockDim.x)
    out[(blockIdx.y * rows + r) * cols + blockIdx.x] = weight[r] * blockIdx.x;
}

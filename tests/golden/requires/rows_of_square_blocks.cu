// expect: verified
// flags: --infer-requires
// under: blockDim.x >= blockDim.y
// What a column of threads loads has as much room as what a row of them does.
__global__ void outer(const float* a, const float* b, float* out) {
  extern __shared__ float s[];
  float *left = s, *right = s + blockDim.x;
  if (threadIdx.x == 0) left[threadIdx.y] = a[threadIdx.y];
  if (threadIdx.y == 0) right[threadIdx.x] = b[threadIdx.x];
  __syncthreads();
  out[(blockIdx.x * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x] =
      left[threadIdx.y] * right[threadIdx.x];
}

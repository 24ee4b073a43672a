// expect: refuted
// finding: divergence possible error A
// A condition that is computed from a float is not known; threads may differ.
__global__ void opaque(const float* in, int* out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (sqrtf(in[i]) > 2.0f) __syncthreads(); /*A*/
}

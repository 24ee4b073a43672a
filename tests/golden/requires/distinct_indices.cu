// expect: verified
// flags: --infer-requires
// under: distinct(idx)
__global__ void scatter(float* out, const int* idx, const float* in, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[idx[i]] = in[i];
}

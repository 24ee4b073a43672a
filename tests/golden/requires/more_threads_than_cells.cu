// expect: verified
// flags: --infer-requires
// under: blockDim.x <= 64
__global__ void pass(int* out, const int* in) {
  __shared__ int s[64];
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  s[threadIdx.x % 64] = in[i];
  out[i] = s[threadIdx.x % 64];
}

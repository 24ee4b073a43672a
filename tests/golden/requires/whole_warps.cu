// expect: verified
// flags: --infer-requires --grid 1
// under: blockDim.x % 32 == 0
// The last warp is only counted when it is whole.
__global__ void sums(int* out, const int* in) {
  __shared__ int s[32];
  int warps = blockDim.x / 32;
  if (threadIdx.x % 32 == 0) s[threadIdx.x / 32] = in[threadIdx.x];
  if (threadIdx.x >= warps * 32) out[threadIdx.x] = s[threadIdx.x / 32];
}

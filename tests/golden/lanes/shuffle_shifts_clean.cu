// expect: verified
// flags: --block 256
// The first lane keeps its own.
__global__ void shift(int* out, const int* in) {
  const int t = blockIdx.x * blockDim.x + threadIdx.x;
  const int before = __shfl_up_sync(0xffffffffu, t, 1), after = __shfl_down_sync(0xffffffffu, t, 4, 16);
  if (threadIdx.x % 32 > 0) out[2 * before] = in[t];
  if (threadIdx.x % 16 < 12) out[2 * after + 1] = in[t];
}

// expect: verified
// flags: --block 256
__global__ void reverse(int* out, const int* in) {
  const int t = threadIdx.x;
  out[__shfl_sync(0xffffffffu, t, 31 - t % 32)] = in[t];
}

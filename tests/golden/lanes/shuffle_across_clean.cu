// expect: verified
// flags: --block 256
__global__ void swap(int* out, const int* in) {
  const int t = blockIdx.x * blockDim.x + threadIdx.x;
  const int other = __shfl_xor_sync(0xffffffffu, t, 1), far = __shfl_xor_sync(0xffffffffu, t, 20);
  out[2 * other] = in[t];
  out[2 * far + 1] = in[t];
}

// expect: refuted
// flags: --block 256
// finding: race confirmed error A A
// The first lane keeps its own, which the second one gets.
__global__ void shift(int* out, const int* in) {
  const int t = blockIdx.x * blockDim.x + threadIdx.x;
  out[__shfl_up_sync(0xffffffffu, t, 1)] = in[t]; /*A*/
}

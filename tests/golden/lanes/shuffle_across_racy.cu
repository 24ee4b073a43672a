// expect: refuted
// flags: --block 256
// finding: race confirmed error A B
// What the neighbour writes to its own place is written by both.
__global__ void swap(int* out, const int* in) {
  const int t = blockIdx.x * blockDim.x + threadIdx.x;
  const int other = __shfl_xor_sync(0xffffffffu, t, 1);
  out[other] = in[t]; /*A*/
  if (t % 2) out[t] = 0; /*B*/
}

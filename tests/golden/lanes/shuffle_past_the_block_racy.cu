// expect: refuted
// flags: --block 48 --grid 1
// finding: race any error A A
// Half of the last warp's lanes are not there: what they would hand over may be anything.
__global__ void reverse(int* out, const int* in) {
  const int t = threadIdx.x;
  out[__shfl_sync(0xffffffffu, t, 31 - t % 32)] = in[t]; /*A*/
}

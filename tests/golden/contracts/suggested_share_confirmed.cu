// expect: refuted
// flags: --block 64
// finding: race confirmed error A A
// suggests: first >= 0 && n >= last
// Each device has a share of n particles: rows of n keep them apart, whatever n is a multiple of.
__global__ void forces(float* out, const float* in, int n, int first, int last) {
  int i = blockIdx.x * 64 + threadIdx.x + first;
  if (i < last)
    for (int d = 0; d < 3; d++) out[i + d * n] = in[i + d * n] + d; /*A*/
}

// expect: refuted
// flags: --block 64 --assume "n >= last"
// finding: race confirmed error A A
// A share that begins before the first is another's in the row before.
__global__ void forces(float* out, const float* in, int n, int first, int last) {
  int i = blockIdx.x * 64 + threadIdx.x + first;
  if (i < last)
    for (int d = 0; d < 3; d++) out[i + d * n] = in[i + d * n] + d; /*A*/
}

// expect: refuted
// flags: --block 64 --grid 1
// finding: race confirmed error A A
// suggests: n != 0
// A size that no host passes; the floats decide whether the threads come here.
__global__ void columns(float* out, const float* in, int n) {
  int i = threadIdx.x / 8, j = threadIdx.x % 8;
  if (n <= 8 && in[i] * in[j] > 2.0f)
    if (i < 1) out[i + j * n] = in[i + j]; /*A*/
}

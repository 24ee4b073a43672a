// expect: refuted
// finding: race confirmed error W W
// flags: --block 32 --grid 1
// A run knows infinity, and the smaller of two.
__global__ void largest(const float* in, float* out, int n) {
  float m = -INFINITY;
  for (int i = threadIdx.x; i < n; i += 32) m = fmaxf(m, in[i]);
  out[threadIdx.x / 2] = fminf(m, 1e30f); /*W*/
}

// expect: verified
// flags: --infer-requires
// under: (a + n <= b || b + m <= a) && distinct(order)
// Two parts of one order: no element is in it twice, and the parts are apart, whichever is first.
__global__ void two(float *out, const int *order, int a, int n, int b, int m) {
  int t = blockIdx.x * blockDim.x + threadIdx.x;
  if (t < n) out[order[a + t]] = t;
  if (t < m) out[order[b + t]] = -1 - t;
}

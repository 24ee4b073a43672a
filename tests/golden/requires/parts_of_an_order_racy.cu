// expect: refuted
// finding: race confirmed error A B
// flags: --assume "distinct(order)" --assume "a + n <= b + 1"
// The last element of the one part is the first of the other.
__global__ void two(float *out, const int *order, int a, int n, int b, int m) {
  int t = blockIdx.x * blockDim.x + threadIdx.x;
  if (t < n) out[order[a + t]] = t; /*A*/
  if (t < m) out[order[b + t]] = -1 - t; /*B*/
}

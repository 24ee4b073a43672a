// expect: refuted
// flags: --assume "distinct(p)" --assume "distinct(q)"
// finding: race confirmed error A B
// The elements of each array differ, not those of both.
__global__ void scatter(int* out, const int* p, const int* q, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n && i % 2 == 0) out[p[i]] = i; /*A*/
  if (i < n && i % 2 == 1) out[q[i]] = i; /*B*/
}

// expect: verified
// A loop that halves from a value that may be negative: one turn at most, so that no two threads meet.
__global__ void halve_from(int* out, int n) {
  __requires(n >= 1 && n <= 3);
  int t = threadIdx.x;
  for (int d = n - 2; d > 0; d >>= 1) out[t + d] = t;
}

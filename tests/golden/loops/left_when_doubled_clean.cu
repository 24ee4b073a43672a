// expect: verified
// flags: --grid 1
// A loop that halves ends when what it doubles has passed the first value.
__global__ void fill(int* v, int n) {
  int d = n, s = 1, u = 3, e = n;
  while (d > 0) {
    d >>= 1;
    s *= 2;
  }
  while (e > 1) {
    e /= 2;
    u *= 2;
  }
  if (s > n) v[threadIdx.x] = n;
  else v[0] = threadIdx.x;
  if (u <= n) v[0] = threadIdx.x;
}

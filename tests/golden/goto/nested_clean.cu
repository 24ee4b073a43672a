// expect: verified
//
// Two loops of labels, one in the other, left from the middle.
__global__ void k(int *out, int n, int m) {
  int t = threadIdx.x, i = 0, j;
outer:
  j = 0;
inner:
  if (i * m + j > 40) goto done;
  out[64 * (i * m + j) + t] = j;
  if (++j < m) goto inner;
  if (++i < n) goto outer;
done:
  out[t] = 7;
}
void host(int *p, int n, int m) { k<<<1, 64>>>(p, n, m); }

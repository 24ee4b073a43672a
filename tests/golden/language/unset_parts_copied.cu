// expect: refuted
// flags: --block 3
// finding: race confirmed error A C
// finding: race confirmed error B C
// A copy reads all that it copies, whether or not a declaration, or a way, leaves the rest unset.
__device__ uchar4 bytes(int v) { return make_uchar4(1, 2, v, v); }

__global__ void quads(int* g) {
  __shared__ int s[512];
  int t = threadIdx.x, sum = 0;
  { int4 first = ((int4*)s)[t / 2]; /*A*/ sum += first.w; }
  int4 z;
  if (t < 2) z = ((int4*)s)[t / 2]; /*B*/
  int4 y = z;
  g[t] = t < 2 ? y.w : 0;
  ((uchar4*)s)[t] = bytes(t); /*C*/
}

// expect: refuted
// finding: race confirmed error A A
// finding: race confirmed error B C
// more: yes
// Sizes that no argument tells, each with a case that is too large.
__global__ void wrap(int* v) { v[threadIdx.x % 32] = threadIdx.x; /*A*/ }
__global__ void warps(int* v) {
  __shared__ int s[64];
  const int all = blockDim.x / 32, warp = threadIdx.x / 32;
  if (threadIdx.x % 32 == 0) s[warp] = v[warp];       /*B*/
  if (threadIdx.x % 32 == 1) s[all + warp] = v[warp]; /*C*/
}
static int of_kind(int kind) {
  switch (kind) {
  case 1:
    return 32;
  case 2:
    return 16;
  }
  return 64;
}
void run(int* v, int n, int kind) {
  wrap<<<1, of_kind(kind)>>>(v);
  warps<<<1, 16 * n>>>(v);
}

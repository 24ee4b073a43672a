// expect: verified
// Sizes that no argument tells: what the host chooses between bounds them.
__global__ void wrap(int* v) { v[threadIdx.x % 32] = threadIdx.x; }
__global__ void warps(int* v) {
  __shared__ int s[64];
  const int all = blockDim.x / 32, warp = threadIdx.x / 32;
  if (threadIdx.x % 32 == 0) s[warp] = v[warp];
  if (threadIdx.x % 32 == 1) s[all + warp] = v[warp];
}
static int of_kind(int kind) {
  switch (kind) {
  case 1:
    return 32;
  case 2:
    return 16;
  }
  return 8;
}
void run(int* v, int n, int kind) {
  wrap<<<1, n < 32 ? n : 32>>>(v);
  wrap<<<1, of_kind(kind)>>>(v);
  if (n <= 96) wrap<<<1, (n + 2) / 3>>>(v);
  warps<<<1, 32 * n>>>(v);
}

// expect: verified
// flags: --block 64
// Masks that depend on the lane: each half, quarter or pair of a warp has its own.
__global__ void halves(int *v) {
  __shared__ int s[64];
  const unsigned lanes = threadIdx.x % 32 < 16 ? 0xffffu : 0xffff0000u;
  s[threadIdx.x] = v[threadIdx.x];
  __syncwarp(lanes);
  v[threadIdx.x] = s[threadIdx.x ^ 8];
}
__global__ void quarters(int *v) {
  __shared__ int s[64];
  s[threadIdx.x] = v[threadIdx.x];
  __syncwarp(0xff << (threadIdx.x & 24));
  v[threadIdx.x] = s[threadIdx.x ^ 5];
}
__global__ void pairs(int *v) {
  __shared__ int s[64];
  const int lane = threadIdx.x % 32;
  s[threadIdx.x] = v[threadIdx.x];
  __syncwarp(3u << lane / 2 * 2);
  v[threadIdx.x] = s[threadIdx.x ^ 1];
}

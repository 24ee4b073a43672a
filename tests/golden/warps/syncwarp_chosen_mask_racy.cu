// expect: refuted
// flags: --block 64
// finding: race confirmed error A B
// finding: race confirmed error C D
// finding: assertion confirmed error M
// finding: divergence any error M
// Lanes of the other half or quarter are not waited for, and masks that leave out the lane itself.
__global__ void halves(int *v) {
  __shared__ int s[64];
  const unsigned lanes = threadIdx.x % 32 < 16 ? 0xffffu : 0xffff0000u;
  s[threadIdx.x] = v[threadIdx.x]; /*A*/
  __syncwarp(lanes);
  v[threadIdx.x] = s[threadIdx.x ^ 16]; /*B*/
}
__global__ void quarters(int *v) {
  __shared__ int s[64];
  s[threadIdx.x] = v[threadIdx.x]; /*C*/
  __syncwarp(0xff << (threadIdx.x & 24));
  v[threadIdx.x] = s[threadIdx.x ^ 12]; /*D*/
}
__global__ void missing(int *v) {
  __syncwarp(threadIdx.x & 1 ? 0xffffu : 0xffff0000u); /*M*/
  v[threadIdx.x] = 1;
}

// expect: refuted
// finding: race confirmed error A A
// finding: race possible error B B
// finding: race confirmed error C C
// finding: race possible error D D
// The number is known, and too few rows; what differs in a warp is not known: lanes get the first
// one's, as where warps do not lie in rows, or the numbers are of half warps; other masks say
// nothing of the others.
__global__ void few(float *v) {
  const int warp = __shfl_sync(0xffffffff, threadIdx.x / 32, 0), lane = threadIdx.x % 32;
  v[(blockIdx.x * 7 + warp) * 32 + lane] = blockIdx.x; /*A*/
}
__global__ void short_rows(float *v) {
  const int row = __shfl_sync(0xffffffff, threadIdx.x / 32, 0);
  v[(threadIdx.y * 2 + row) * 48 + threadIdx.x % 48] = threadIdx.y; /*B*/
}
__global__ void half_warps(float *v) {
  const int half = __shfl_sync(0xffffffff, threadIdx.x / 16, 0);
  v[half * 16 + threadIdx.x % 16] = threadIdx.x; /*C*/
}
__global__ void some_lanes(float *v) {
  const int warp = __shfl_sync(0xffff, threadIdx.x / 32, 0), lane = threadIdx.x % 32;
  v[warp * 32 + lane] = threadIdx.x; /*D*/
}
void launch(float *v) {
  few<<<4, 256>>>(v);
  short_rows<<<1, dim3(48, 2)>>>(v);
  half_warps<<<1, 64>>>(v);
  some_lanes<<<1, 64>>>(v);
}

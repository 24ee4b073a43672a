// expect: refuted
// finding: race confirmed error A B
// Other lanes of the own warp, without a barrier.
__global__ void lanes(int* out) {
  __shared__ int s[1024];
  int w = threadIdx.x >> 5, l = threadIdx.x & 31;
  s[threadIdx.x] = l; /*A*/
  out[blockIdx.x * blockDim.x + threadIdx.x] = s[w * 32 + (31 - l)]; /*B*/
}

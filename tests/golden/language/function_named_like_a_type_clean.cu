// expect: verified
// flags: --block 64
__device__ void half(int* s, int t) {
  if (t % 2 == 0) s[t / 2] = t;
}
__device__ int texture(int i) { return 63 - i; }
__global__ void pairs(int* out) {
  __shared__ int s[64];
  half(s, threadIdx.x);
  __syncthreads();
  const int i = texture(threadIdx.x);
  out[blockIdx.x * 64 + i] = s[threadIdx.x / 2];
}

// expect: verified
// flags: --block 16 --grid 1
// A barrier before the next iteration writes.
__global__ void shift(float* a) {
  __shared__ float s[64];
  for (int t = 0; t < 3; t++) {
    s[threadIdx.x + t * 2] = t;
    __syncthreads();
    a[threadIdx.x] += s[(threadIdx.x ^ 1) + t * 2 + 2];
    __syncthreads();
  }
}

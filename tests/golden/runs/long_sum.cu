// expect: verified
// flags: --block 64 --grid 1 --assume "n > 100000000"
// The same with a barrier.
__global__ void k(float* sums, float* out, const float* x, int n) {
  float sum = 0;
  for (int i = 0; i < n; ++i) sum += x[i] * x[n - i];
  sums[threadIdx.x] = sum;
  __syncthreads();
  out[threadIdx.x] = sums[threadIdx.x ^ 1];
}

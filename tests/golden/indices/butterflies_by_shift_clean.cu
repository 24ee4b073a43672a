// expect: verified
// flags: --block 256 --assume "k >= 0 && k < 30"
// The two ends of a butterfly of 2^k, by shifts.
__global__ void step(float* a, int k) {
  int t = blockIdx.x * blockDim.x + threadIdx.x;
  int i = ((t >> k) << (k + 1)) | (t & ((1 << k) - 1)), j = i | (1 << k);
  float x = a[i], y = a[j];
  a[i] = x + y;
  a[j] = x - y;
}

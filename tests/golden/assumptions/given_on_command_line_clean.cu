// expect: verified
// flags: --assume "n % 32 == 0" --assume "n >= blockDim.x"
__global__ void rows(int* out, int n) {
  int row = blockIdx.x;
  for (int i = threadIdx.x; i < n / 32 * 32; i += blockDim.x) out[row * n + i] = i;
  if (threadIdx.x < n % 32) out[0] = threadIdx.x;
}

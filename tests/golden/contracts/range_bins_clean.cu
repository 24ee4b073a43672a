// expect: verified
// flags: --assume "range(bin, 0, 16)"
// assumes: range(bin, 0, 16) (--assume)
// Each thread has a row of sixteen bins.
__global__ void count(int* bins, const int* bin, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) bins[i * 16 + bin[i]] += 1;
}

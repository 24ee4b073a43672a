// expect: verified
// Words of 4 and of 8 bytes in one array, each updated in its own size everywhere.
__global__ void fields(unsigned long long* sums, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  atomicAdd(&sums[2 * (i / 4)], 1ull);
  unsigned* counts = reinterpret_cast<unsigned*>(&sums[2 * (i / 4) + 1]);
  atomicAdd(counts, 1u);
  atomicMax(counts + 1, threadIdx.x);
}

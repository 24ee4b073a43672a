// expect: refuted
// flags: --assume "monotone(h)" --block 32
// finding: race possible error W W
// Free of races, since h does not decrease: whatever is said, it is not confirmed with contents that
// do not keep the contract.
__global__ void ends(const unsigned *h, unsigned *end, unsigned n) {
  __shared__ unsigned before[1025];
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  unsigned mine = 0;
  if (i < n) {
    mine = h[i];
    before[threadIdx.x + 1] = mine;
    if (i > 0 && threadIdx.x == 0) before[0] = h[i - 1];
  }
  __syncthreads();
  if (i < n && threadIdx.x == 1 && mine != before[threadIdx.x]) end[before[threadIdx.x]] = i; /*W*/
}

// expect: refuted
// flags: --block 256
// finding: race confirmed error A A
// suggests: first >= 0 && n >= 0 && size >= n
// More than the order of the two sizes is needed, and no more than that and signs: that a size is a
// multiple of the block's, and as large as all blocks together, says more than what the host keeps to.
__global__ void layers(int n, int first, float* sums, int size, int layers) {
  const unsigned i = 256 * blockIdx.x + threadIdx.x + first;
  if (i - first < n)
    for (int layer = 0; layer < layers; layer++) sums[layer * size + i] += 1; /*A*/
}

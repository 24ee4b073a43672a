// expect: refuted
// finding: race confirmed error A A
// suggests: blockDim.x <= 256 && first >= 0 && n >= 0 && size >= n
// No launch says that blocks have the 256 threads that the index counts by, nor that what is compared
// with an unsigned index is not negative: with that given, one condition more is looked for.
#define WIDTH 256
__global__ void layers(int n, int first, float* sums, int size, int layers) {
  const unsigned i = WIDTH * blockIdx.x + threadIdx.x + first;
  if (i - first < n)
    for (int layer = 0; layer < layers; layer++) sums[layer * size + i] += 1; /*A*/
}

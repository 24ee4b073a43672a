// expect: verified
// flags: --assume "blockDim.x <= 256 && first >= 0 && n >= 0 && size >= n"
// What suggested_base_confirmed.cu suggests is enough.
#define WIDTH 256
__global__ void layers(int n, int first, float* sums, int size, int layers) {
  const unsigned i = WIDTH * blockIdx.x + threadIdx.x + first;
  if (i - first < n)
    for (int layer = 0; layer < layers; layer++) sums[layer * size + i] += 1;
}

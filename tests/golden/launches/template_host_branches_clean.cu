// expect: verified
// A host template picks the size; the kernel is no template.
__global__ void fill(float* v, int row) { v[blockIdx.x * row + threadIdx.x] = blockIdx.x; }

template <bool Wide> void run(float* v, int blocks) {
  if (Wide) {
    fill<<<blocks, 256>>>(v, 256);
  } else {
    fill<<<blocks, 32>>>(v, 64);
  }
}

void all(float* v, int blocks) {
  run<true>(v, blocks);
  run<false>(v, blocks);
}

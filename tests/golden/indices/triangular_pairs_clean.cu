// expect: verified
// flags: --block 256
// All pairs j < i, by unsigned indices: i is not 0 where there is a j.
__global__ void distances(float* a, const float* x, unsigned n) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    for (unsigned j = 0; j < i; ++j) a[i * (i - 1) / 2 + j] = x[i] - x[j];
}

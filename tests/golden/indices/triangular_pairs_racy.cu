// expect: refuted
// flags: --block 256
// finding: race confirmed error A A
// more: yes
// Half of the room: a row ends in the next one.
__global__ void distances(float* a, const float* x, unsigned n) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    for (unsigned j = 0; j < i; ++j) a[i * (i - 1) / 4 + j] = x[i] - x[j]; /*A*/
}

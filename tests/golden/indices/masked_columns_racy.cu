// expect: refuted
// flags: --block 256 --assume "w > 0"
// finding: race confirmed error A A
// more: yes
// A width that is no power of two has no such mask.
__global__ void pad(float* out, const float* in, unsigned w, unsigned n, unsigned padding) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i / w * (w + padding) + (i & (w - 1))] = in[i]; /*A*/
}

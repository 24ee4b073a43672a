// expect: verified
// flags: --block 256 --assume "w > 0 && (w & (w - 1)) == 0 && padding < 65536"
// The remainder by a mask and the quotient by a division are digits of one number.
__global__ void pad(float* out, const float* in, unsigned w, unsigned n, unsigned padding) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i / w * (w + padding) + (i & (w - 1))] = in[i];
}

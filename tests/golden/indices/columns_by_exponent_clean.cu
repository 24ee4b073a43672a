// expect: verified
// flags: --block 256 --assume "w >= 2 && (w & (w - 1)) == 0 && h >= 1 && (h & (h - 1)) == 0 && padding < 65536"
// Quotients and remainders by powers of two, by masks and by shifts of their exponents, as the
// transforms of CUDA's samples have them.
__device__ void divide(unsigned& dividend, unsigned divisor, unsigned& rest) {
  rest = dividend & (divisor - 1);
  dividend >>= (__ffs(divisor) - 1);
}
__global__ void pad(float2* out, const float2* in, unsigned w, unsigned h, unsigned n,
                    unsigned padding) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x, x, y, plane = i;
  if (i >= n) return;
  divide(plane, w, x);
  divide(plane, h, y);
  out[plane * h * (w + padding) + y * (w + padding) + x] = in[i];
}

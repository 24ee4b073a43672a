// expect: refuted
// flags: --timeout 2 --block 256 --assume "w >= 2 && (w & (w - 1)) == 0 && h >= 1 && (h & (h - 1)) == 0"
// finding: race confirmed error A A
// more: yes
// The plane is counted in rows of twice as many cells.
__device__ void divide(unsigned& dividend, unsigned divisor, unsigned& rest) {
  rest = dividend & (divisor - 1);
  dividend >>= (__ffs(divisor));
}
__global__ void pad(float2* out, const float2* in, unsigned w, unsigned h, unsigned n,
                    unsigned padding) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x, x, y, plane = i;
  if (i >= n) return;
  divide(plane, w, x);
  divide(plane, h, y);
  out[plane * h * (w + padding) + y * (w + padding) + x] = in[i]; /*A*/
}

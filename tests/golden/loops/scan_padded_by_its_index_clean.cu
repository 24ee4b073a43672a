// expect: verified
// The padding binds otherwise than its author meant, as i >> (4 + i) >> 8, and is none. The way
// down comes with the stride of the way up, halved each time: that it is 2 and more when it is
// halved is what says that no index is below zero.
#define PAD(i) ((i) >> 4 + (i) >> 8)
__global__ void scan(unsigned* out, const unsigned* in, unsigned n) {
  __shared__ unsigned s[600];
  unsigned t = threadIdx.x, g = blockIdx.x * 2 * blockDim.x + t, h = g + blockDim.x;
  unsigned lower = t + PAD(t), upper = t + blockDim.x + PAD(t + blockDim.x), stride = 1;
  s[lower] = g < n ? in[g] : 0;
  s[upper] = h < n ? in[h] : 0;
  for (unsigned d = blockDim.x; d > 0; d >>= 1) {
    __syncthreads();
    if (t < d) {
      unsigned a = 2 * stride * t + stride - 1, b = a + stride;
      a += PAD(a);
      b += PAD(b);
      s[b] += s[a];
    }
    stride *= 2;
  }
  if (t == 0) s[2 * blockDim.x - 1] = 0;
  for (unsigned d = 1; d <= blockDim.x; d *= 2) {
    stride >>= 1;
    __syncthreads();
    if (t < d) {
      unsigned a = 2 * stride * t + stride - 1, b = a + stride;
      a += PAD(a);
      b += PAD(b);
      unsigned x = s[a];
      s[a] = s[b];
      s[b] += x;
    }
  }
  __syncthreads();
  if (g < n) out[g] = s[lower];
  if (h < n) out[h] = s[upper];
}
void run(unsigned* out, const unsigned* in, unsigned n) {
  scan<<<(n + 511) / 512, 256>>>(out, in, n);
}

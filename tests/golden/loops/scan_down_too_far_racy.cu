// expect: refuted
// finding: race confirmed error A B
// more: yes
// The way down goes on for one step too many: its stride is zero then.
__global__ void scan(unsigned* data) {
  extern __shared__ unsigned s[];
  unsigned t = threadIdx.x;
  s[t] = data[t];
  unsigned stride = 1;
  for (int active = blockDim.x; active > 0; active >>= 1) {
    __syncthreads();
    if (t < active) s[2 * stride * t + 2 * stride] += s[2 * stride * t + stride];
    stride *= 2;
  }
  for (int active = 1; active <= 2 * blockDim.x; active *= 2) {
    stride >>= 1;
    __syncthreads();
    if (t < active) {
      unsigned x = s[2 * stride * t + stride]; /*A*/
      s[2 * stride * t + stride] = x + t; /*B*/
    }
  }
}

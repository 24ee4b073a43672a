// expect: refuted
// finding: race confirmed error A A
// more: yes
// The padding against bank conflicts lacks parentheses, as often copied: it shifts by the index and
// more, which leaves nothing of it. What is written is where the next thread reads.
#define PADDING(n) ((n) >> 4 + (n) >> (2 * 4))
__global__ void scan(unsigned* data) {
  __shared__ unsigned s[1024];
  const unsigned t = threadIdx.x;
  unsigned* own = data + 1024 * blockIdx.x;
  unsigned a = t, b = t + 512;
  a += PADDING(a);
  b += PADDING(b);
  s[a] = own[t];
  s[b] = own[t + 512];
  unsigned stride = 1;
  for (unsigned d = 512; d > 0; d >>= 1) {
    __syncthreads();
    if (t < d) {
      unsigned left = 2 * stride * t + stride - 1, right = left + stride;
      left += PADDING(left);
      right += PADDING(right) + stride;
      s[right] += s[left]; /*A*/
    }
    stride *= 2;
  }
  __syncthreads();
  own[t] = s[t];
  own[t + 512] = s[t + 512];
}
void run(unsigned* data, int blocks) { scan<<<blocks, 512>>>(data); }

// expect: verified
// Two ways to see one word of shared memory, by the thread that it belongs to.
union Word {
  float f;
  unsigned u;
  unsigned char bytes[4];
};
__global__ void flip(float* data) {
  __shared__ Word w[128];
  int t = threadIdx.x;
  if (t >= 128 || blockIdx.x > 0) return;
  w[t].f = data[t];
  w[t].u ^= 0x80000000u;
  w[t].bytes[0] = t;
  data[t] = w[t].f;
}

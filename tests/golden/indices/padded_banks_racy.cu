// expect: refuted
// flags: --block 256
// finding: race confirmed error A A
// more: yes
// A cell less.
__global__ void stage(int* out, const int* in, int n) {
  extern __shared__ int s[];
  for (int i = threadIdx.x; i < n; i += 256) s[i - (i >> 5) + (i >> 10)] = in[i]; /*A*/
}

// expect: refuted
// finding: race confirmed error A
template <int N> __global__ void fill(int* out) {
  out[blockIdx.x * N + threadIdx.x] += 1; /*A*/
}
void run(int* out, int blocks, int threads) {
  if (threads == 16) {
    out = 0;
  } else {
    fill<16><<<blocks, threads>>>(out);
  }
}
// more: yes

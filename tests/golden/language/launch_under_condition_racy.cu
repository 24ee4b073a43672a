// expect: refuted
// finding: race confirmed error A
// Both labels lead to the launch, so the block may be twice as large as the kernel's row.
template <int N> __global__ void fill(int* out) {
  out[blockIdx.x * N + threadIdx.x] += 1; /*A*/
}
void choose(int* out, int blocks, int threads) {
  switch (threads) {
  case 64:
  case 32:
    fill<32><<<blocks, threads>>>(out);
    break;
  }
}
// more: yes

// expect: refuted
// finding: race confirmed error A
// One of the instances starts more threads than there are cells in a row.
template <int N> __global__ void fill(float* v) {
  v[blockIdx.x * N + threadIdx.x] = blockIdx.x; /*A*/
}

template <int N, int Threads> void run(float* v, int blocks) { fill<N><<<blocks, Threads>>>(v); }

void all(float* v, int blocks) {
  run<64, 64>(v, blocks);
  run<128, 64>(v, blocks);
  run<64, 65>(v, blocks);
}

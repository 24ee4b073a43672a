// expect: refuted
// finding: race confirmed error A A
// more: yes
// The tiles of one column of blocks are one: no size of rows keeps its blocks apart.
template <int B> __global__ void store(int N, float* C) {
  int tx = threadIdx.x % B, ty = threadIdx.x / B;
  C = &C[blockIdx.x * B];
  C[ty * N + tx] = 1 + C[ty * N + tx] + blockIdx.y; /*A*/
}
template __global__ void store<16>(int, float*);

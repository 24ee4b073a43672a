// expect: refuted
// finding: race confirmed error A B
// finding: same-value-write confirmed warning A A
// suggests: N >= gridDim.x * 16 && blockDim.x <= 256
// Tiles that somebody else launches: a thread for each element at most, and rows of as many tiles.
template <int B> __global__ void store(int N, float *C) {
  int tx = threadIdx.x % B, ty = threadIdx.x / B;
  C = &C[blockIdx.y * B * N + blockIdx.x * B];
  C[ty * N + tx] = 1 + C[ty * N + tx]; /*A*/ /*B*/
}
template __global__ void store<16>(int, float *);

// expect: refuted
// finding: race confirmed error A B
// cell: A threadIdx.x + t * 2
// cell: B (threadIdx.x ^ 1) + t * 2 + 2
// flags: --block 16 --grid 1
// A run meets the race in the first two iterations, whichever two the solver has found: what is
// told of iterations and cells is of one place.
__global__ void shift(float* a) {
  __shared__ float s[64];
  for (int t = 0; t < 3; t++) {
    s[threadIdx.x + t * 2] = t; /*A*/
    __syncthreads();
    a[threadIdx.x] += s[(threadIdx.x ^ 1) + t * 2 + 2]; /*B*/
  }
}

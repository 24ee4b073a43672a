// expect: refuted
// finding: race confirmed error A B
// The upper part starts one cell early.
__global__ void halves(float* out) {
  extern __shared__ float s[];
  float* lower = s;
  float* upper = s + blockDim.x - 1;
  int t = threadIdx.x;
  *(lower + t) = 1; /*A*/
  upper[t] = 2;     /*B*/
}

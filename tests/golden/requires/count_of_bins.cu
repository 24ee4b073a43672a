// expect: refuted
// flags: --infer-requires
// finding: race confirmed error A A
// Who counts finds some more than once: that all bins differ is no precondition.
__global__ void count(int* bins, const int* of, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) bins[of[i]]++; /*A*/
}

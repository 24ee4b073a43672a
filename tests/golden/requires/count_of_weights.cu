// expect: refuted
// flags: --infer-requires
// finding: race confirmed error A A
// As counts of integers.
__global__ void count(float* bins, const int* of, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) bins[of[i]] += 1.0f; /*A*/
}

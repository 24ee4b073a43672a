// expect: verified
// flags: --infer-requires
// under: distinct(of)
// What is added differs from place to place, which may well be given once each.
__global__ void add(float* to, const int* of, const float* what, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) to[of[i]] += what[i];
}

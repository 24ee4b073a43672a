// expect: verified
// flags: --infer-requires
// under: forall i, j: i != j -> S[i] + O[i] <= S[j] || S[j] + O[j] <= S[i]
// In whatever order they are: that S is the scan of O says more.
__global__ void scatter(float* out, const int* S, const int* O, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    for (int k = 0; k < O[i]; ++k) out[S[i] + k] = i;
}

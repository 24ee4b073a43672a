// expect: verified
// assumes: forall i, j: i < j -> S[i] + O[i] <= S[j] (__requires)
__global__ void scatter(float* out, const int* S, const int* O, int n) {
  __requires("forall i, j: i < j -> S[i] + O[i] <= S[j]");
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    for (int k = 0; k < O[i]; ++k) out[S[i] + k] = i;
}

// expect: refuted
// flags: --block 2 --grid 1
// finding: race confirmed error A A
// The ranges may overlap by one element.
__global__ void scatter(float* out, const int* S, const int* O, int n) {
  __requires("forall i, j: i < j -> S[i] + O[i] <= S[j] + 1");
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    for (int k = 0; k < O[i]; ++k) out[S[i] + k] = i; /*A*/
}

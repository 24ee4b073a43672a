// expect: refuted
// flags: --block 2 --grid 1 --assume "scan(S, O)"
// finding: race confirmed error A A
// One element more than it announced is in the range of the next.
__global__ void scatter(float* out, const int* S, const int* O, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    for (int k = 0; k <= O[i]; ++k) out[S[i] + k] = i; /*A*/
}

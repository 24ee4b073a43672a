// expect: refuted
// flags: --block 2 --grid 1
// finding: race confirmed error A A
__global__ void scatter(float* out, const int* S, const int* O, int n) {
  __requires(scan(S, O));
  int i = threadIdx.x;
  if (i < n)
    for (int k = 0; k <= O[i]; ++k) out[S[i] + k] = i; /*A*/
}

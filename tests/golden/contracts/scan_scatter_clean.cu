// expect: verified
// flags: --assume "scan(S, O)"
// assumes: scan(S, O) (--assume)
// Every thread writes as many elements as it announced to the scan.
__global__ void scatter(float* out, const int* S, const int* O, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    for (int k = 0; k < O[i]; ++k) out[S[i] + k] = i;
}

// expect: verified
__global__ void scatter(float* out, const int* S, const int* O, int n) {
  __requires(scan(S, O));
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    for (int k = 0; k < O[i]; ++k) out[S[i] + k] = i;
}

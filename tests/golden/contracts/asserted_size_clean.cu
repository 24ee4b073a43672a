// expect: verified
// assumes: n % 4 == 0 (asserted at
// The author says what n is: nothing in the file says otherwise.
__global__ void quarters(int4* out, const int* in, int n) {
  assert(n % 4 == 0);
  const int t = threadIdx.x;
  for (int i = 4 * t; i < n; i += 4 * blockDim.x)
    for (int k = 0; k < 4; ++k)
      ((int*)out)[blockIdx.x * n + i + k] = in[i + k];
}

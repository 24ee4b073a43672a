// expect: verified
__global__ void carve(float* out, int n) {
  extern __shared__ char mem[];
  float* a = reinterpret_cast<float*>(mem);
  double* b = reinterpret_cast<double*>(mem + sizeof(double) * n);
  const int t = threadIdx.x;
  if (t < n) {
    a[t] = t;
    b[t] = 2 * t;
    out[(blockIdx.x + sizeof(char) - 1) * n + t] = a[t] + b[t];
  }
}

// `sizeof(float) * n` is a product, not the size of `(float)*n`: the second array begins one
// float early.
// expect: refuted
// flags: --assume "n > 1"
// finding: race confirmed error A B
__global__ void carve(float* out, int n) {
  extern __shared__ char mem[];
  float* a = reinterpret_cast<float*>(mem);
  float* b = reinterpret_cast<float*>(mem + sizeof(float) * n - sizeof(float));
  const int t = threadIdx.x;
  if (t < n) {
    a[t] = t; /*A*/
    b[t] = 2 * t; /*B*/
  }
}

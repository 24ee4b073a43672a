// expect: refuted
// finding: race confirmed error A A
// What is not declared may leave a pointer as it was.
__global__ void shift(float* to, float* from, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i + 1 < n) to[i] = from[i + 1]; /*A*/
}
void run(float* v, int n) {
  float* other = v;
  prefetch(v);
  shift<<<n / 64, 64>>>(v, other, n);
}

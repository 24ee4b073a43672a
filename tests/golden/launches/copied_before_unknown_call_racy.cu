// expect: refuted
// finding: race confirmed error A A
// Code elsewhere may change a parameter of pointer type, of which another is a copy, or not.
void log_step();
__global__ void shift(float* to, float* from, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i + 1 < n) to[i] = from[i + 1]; /*A*/
}
void run(float* v, int n) {
  float* other = v;
  log_step();
  shift<<<n / 64, 64>>>(v, other, n);
}

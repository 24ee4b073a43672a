// expect: refuted
// finding: race confirmed error A
// An object that may be another one.
__global__ void shift(const float* from, float* to, int n) {
  int i = blockIdx.x * 64 + threadIdx.x;
  if (i + 1 < n) to[i] = from[i + 1]; /*A*/
}
struct Vector {
  float* data;
  int n;
};
void run(int n, bool first) {
  Vector a, b;
  cudaMalloc(&a.data, n * sizeof(float));
  cudaMalloc(&b.data, n * sizeof(float));
  Vector& to = first ? a : b;
  shift<<<(n + 63) / 64, 64>>>(a.data, to.data, n);
}

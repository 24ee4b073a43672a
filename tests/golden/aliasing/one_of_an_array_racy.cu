// expect: refuted
// finding: race confirmed error A
// An element that may be another one.
__global__ void shift(const float* from, float* to, int n) {
  int i = blockIdx.x * 64 + threadIdx.x;
  if (i + 1 < n) to[i] = from[i + 1]; /*A*/
}
struct Vector {
  float* data;
  int n;
};
void run(int n, int which) {
  float* all[2];
  cudaMalloc(&all[0], n * sizeof(float));
  cudaMalloc(&all[1], n * sizeof(float));
  shift<<<(n + 63) / 64, 64>>>(all[0], all[which], n);
}

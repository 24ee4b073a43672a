// expect: refuted
// finding: race confirmed error A
// An object under its name and behind its address.
__global__ void shift(const float* from, float* to, int n) {
  int i = blockIdx.x * 64 + threadIdx.x;
  if (i + 1 < n) to[i] = from[i + 1]; /*A*/
}
struct Vector {
  float* data;
  int n;
};
void run(int n) {
  Vector v[2];
  cudaMalloc(&v[1].data, n * sizeof(float));
  Vector* same = &v[1];
  shift<<<(n + 63) / 64, 64>>>(v[1].data, same->data, n);
}

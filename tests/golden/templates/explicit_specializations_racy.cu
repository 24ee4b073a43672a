// expect: refuted
// finding: race confirmed error A A
// unknown: B undeclared_type
// One of those that are written races; another kernel is lost beside it.
template <typename T> __global__ void fill(T* out, int n) {
  if (threadIdx.x < n) out[threadIdx.x] = 0;
}
__global__ void lost(float* out, undeclared_type n) { out[0] = threadIdx.x; } /*B*/
template <>
__global__ void fill<float>(float* out, int n) {
  if (threadIdx.x < n) out[threadIdx.x / 2] = threadIdx.x; /*A*/
}
void run(double* d, float* f, int n) {
  fill<<<1, 32>>>(d, n);
  fill<<<1, 32>>>(f, n);
}

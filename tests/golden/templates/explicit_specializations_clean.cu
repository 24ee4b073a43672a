// expect: verified
// Written for some types: Clang takes `__global__` from the template.
template <typename T> __global__ void fill(T* out, int n) {
  if (threadIdx.x < n) out[threadIdx.x] = 0;
}
template <>
__global__ void fill<float>(float* out, int n) {
  if (threadIdx.x < n) out[threadIdx.x] = 1;
}
template <typename T> __global__ void only_written(T* out, int n);
template <> __global__ void __launch_bounds__(32)
only_written(float* out, int n) {
  if (threadIdx.x < n) out[threadIdx.x] = 1;
}
#define FOR(T)                                                                                     \
  template <> __global__ void fill<T>(T * out, int n) {                                            \
    if (threadIdx.x < n) out[threadIdx.x] = 2;                                                     \
  }
FOR(char) FOR(short)

void run(double* d, float* f, char* c, short* s, int n) {
  fill<<<1, 32>>>(d, n);
  fill<<<1, 32>>>(f, n);
  fill<<<1, 32>>>(c, n);
  fill<<<1, 32>>>(s, n);
  only_written<<<1, 32>>>(f, n);
}

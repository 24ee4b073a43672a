// expect: verified
template <typename T> struct Strided {
  T *p;
  int step;
  __device__ T &operator*() const { return *p; }
  __device__ Strided &operator++() {
    p += step;
    return *this;
  }
  __device__ Strided operator+(int n) const { return Strided{p + n * step, step}; }
  __device__ T &operator[](int i) const { return p[i * step]; }
};
__global__ void walk(float *a, int n) {
  Strided<float> it{a + threadIdx.x, (int)blockDim.x};
  for (int k = 0; k < n; ++k, ++it) *it = k;
}
__global__ void jump(float *a, int n) {
  Strided<float> it{a + threadIdx.x, (int)blockDim.x};
  for (int k = 0; k < n; k++) it[k] = 1;
  *(it + n) = 2;
}
void host(float *a, int n) {
  walk<<<1, 64>>>(a, n);
  jump<<<1, 64>>>(a, n);
}

// expect: refuted
// finding: race any error A
template <typename T> struct Strided {
  T *p;
  int step;
  __device__ T &operator*() const { return *p; }
  __device__ Strided &operator++() {
    p += step;
    return *this;
  }
};
__global__ void walk(float *a, int n) {
  Strided<float> it{a + threadIdx.x, (int)blockDim.x - 1};
  for (int k = 0; k < n; ++k, ++it) *it = k + threadIdx.x; /*A*/
}
void host(float *a, int n) { walk<<<1, 64>>>(a, n); }

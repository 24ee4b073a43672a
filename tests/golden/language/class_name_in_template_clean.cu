// expect: verified
// Inside a class template its name alone means the instance; static methods make objects of it.
template <class E> struct alignas(16) Pack {
  E items[16 / sizeof(E)];
  static constexpr int size = 16 / sizeof(E);
  __device__ static Pack filled(E v) {
    Pack p;
    for (int k = 0; k < size; ++k) p.items[k] = v;
    return p;
  }
  __device__ E& operator[](int k) { return items[k]; }
};
__global__ void fill(float* out, int n) {
  int i = (blockIdx.x * blockDim.x + threadIdx.x) * Pack<float>::size;
  Pack<float> p = Pack<float>::filled(1.0f);
  if (i < n)
    for (int k = 0; k < p.size; ++k) out[i + k] = p[k];
}

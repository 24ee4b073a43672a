// expect: refuted
// flags: --assume "i < 0"
// finding: race confirmed error W W
// finding: race confirmed error V V
template <class T> struct Pack {
  static constexpr size_t size = 16 / sizeof(T);
};
template <auto N> __device__ bool large(int i) { return i * N > 100; }
__global__ void of_class(float *a, int i) {
  if ((i + 1) * Pack<float>::size > 100) a[0] = threadIdx.x; /*W*/
}
__global__ void of_argument(float *a, int i) {
  if (large<8u>(i)) a[0] = threadIdx.x; /*V*/
}

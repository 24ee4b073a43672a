// expect: verified
// flags: --assume "i < 0"
// An int and an enumerator keep the sign.
struct Pack {
  static constexpr int size = 8;
  enum { count = 4 };
};
__global__ void k(float *a, int i) {
  if ((i + 1) * Pack::size > 100) a[0] = threadIdx.x;
  if ((i + 1) * Pack::count > 100) a[0] = threadIdx.x;
}

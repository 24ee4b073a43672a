// expect: verified
// flags: --assume "i < 0"
// An int and an enumerator keep the sign; a float constant is no integer.
struct Pack {
  static constexpr int size = 8;
  static constexpr float half = 1;
  enum { count = 4 };
};
__global__ void k(float *a, int i) {
  if ((i + 1) * Pack::size > 100) a[0] = threadIdx.x;
  if ((i + 1) * Pack::count > 100) a[0] = threadIdx.x;
}
__global__ void quotient(float *a) {
  if (Pack::half / 2 == 0) a[0] = threadIdx.x;
}

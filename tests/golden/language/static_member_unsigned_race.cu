// expect: refuted
// flags: --assume "i < 0"
// finding: race confirmed error W W
// size is a size_t: for a negative i the product is a huge unsigned number.
struct Pack {
  static constexpr const size_t size = 8;
};
__global__ void k(float *a, int i) {
  if ((i + 1) * Pack::size > 100) a[0] = threadIdx.x; /*W*/
}

// expect: refuted
// finding: race any error A A
// flags: --block 64
// A constructor template is no copy constructor, whatever it fits.
struct Slot {
  int at;
  Slot() = default;
  template <class T> __device__ Slot(const T&) : at(threadIdx.x) {}
};

__global__ void fill(int* out) {
  Slot one;
  one.at = 0;
  Slot two(one);
  out[two.at] = threadIdx.x; /*A*/
}

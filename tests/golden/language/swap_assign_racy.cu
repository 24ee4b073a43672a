// expect: refuted
// finding: race confirmed error A A
// flags: --block 64
// A swap assigns, as the objects say.
struct Slot {
  int at;
  __device__ Slot& operator=(const Slot& other) {
    at = other.at / 2;
    return *this;
  }
};

__global__ void fill(int* out) {
  Slot one, two;
  one.at = threadIdx.x;
  two.at = 0;
  std::swap(one, two);
  out[two.at] = threadIdx.x; /*A*/
}

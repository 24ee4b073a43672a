// expect: refuted
// finding: race any error A A
// Assigning the whole assigns its parts, and a part says itself how.
struct Slot {
  int at;
  __device__ Slot& operator=(const Slot& other) {
    at = other.at / 2;
    return *this;
  }
};
struct Item {
  Slot slot;
  int value;
};

__global__ void fill(int* out) {
  Item item{{static_cast<int>(threadIdx.x)}, 1}, other{{0}, 0};
  other = item;
  out[other.slot.at] = threadIdx.x; /*A*/
}

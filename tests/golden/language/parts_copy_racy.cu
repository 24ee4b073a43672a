// expect: refuted
// flags: --block 64
// finding: race confirmed error A A
// Copying the whole copies its parts, and a part says itself how: neighbours write one cell.
struct Slot {
  int at;
  __device__ explicit Slot(int i) : at(i) {}
  __device__ Slot(const Slot& other) : at(other.at / 2) {}
};
struct Item {
  Slot slot;
  int value;
};

__global__ void fill(int* out) {
  const Item item{Slot(threadIdx.x), static_cast<int>(threadIdx.x)};
  const Item copy = item;
  out[copy.slot.at] = copy.value; /*A*/
}

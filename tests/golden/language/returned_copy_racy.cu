// expect: refuted
// flags: --block 64
// finding: race confirmed error A A
// finding: race confirmed error B B
// finding: race confirmed error C C
// What is returned or cast is copied, and the copy names another cell: that of a neighbour.
struct Slot {
  int at;
  __device__ explicit Slot(int i) : at(i) {}
  __device__ Slot(const Slot& other) : at(other.at / 2) {}
};
struct Holder {
  Slot slot;
  __device__ explicit Holder(int i) : slot(i) {}
  __device__ Slot get() { return slot; }
};
__device__ Slot same(const Slot& slot) { return slot; }

__global__ void fill(int* a, int* b, int* c) {
  Slot slot(threadIdx.x);
  a[same(slot).at] = threadIdx.x; /*A*/
  Holder holder(threadIdx.x);
  b[holder.get().at] = threadIdx.x; /*B*/
  c[static_cast<Slot>(slot).at] = threadIdx.x; /*C*/
}

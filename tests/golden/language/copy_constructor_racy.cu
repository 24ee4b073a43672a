// expect: refuted
// flags: --block 64
// finding: race confirmed error A A
// A copy constructor does what it says: each copy names another cell than its original, and the last
// copies of neighbours the same.
struct Slot {
  int at;
  __device__ explicit Slot(int i) : at(i) {}
  __device__ Slot(const Slot& other) : at(other.at / 2) {}
};
__device__ int place(Slot slot) { return slot.at; }

__global__ void fill(int* out) {
  Slot mine(threadIdx.x);
  out[place(mine)] = threadIdx.x; /*A*/
}

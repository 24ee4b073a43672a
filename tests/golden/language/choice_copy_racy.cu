// expect: refuted
// finding: race any error A A
// flags: --block 64
// A choice copies the object that it initialises from.
struct Slot {
  int at;
  __device__ explicit Slot(int i) : at(i) {}
  __device__ Slot(const Slot& other) : at(other.at / 2) {}
};

__global__ void fill(int* out) {
  Slot one(threadIdx.x), other(threadIdx.x);
  Slot slot = threadIdx.x > 3 ? one : other;
  out[slot.at] = threadIdx.x; /*A*/
}

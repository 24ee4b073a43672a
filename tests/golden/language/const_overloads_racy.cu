// expect: refuted
// flags: --block 64
// finding: race confirmed error A A
// The reference is to a const object: the second of the two methods is meant.
struct Row {
  __device__ int at(int i) { return i; }
  __device__ int at(int i) const { return i / 2; }
};

__global__ void fill(int* out) {
  Row row;
  const Row& same = row;
  /*A*/ out[same.at(threadIdx.x)] = threadIdx.x;
}

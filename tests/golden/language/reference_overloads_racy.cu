// expect: refuted
// flags: --block 64
// finding: race confirmed error A A
// The object is const: the second of the two functions is meant.
struct Row {};
__device__ int place(Row&, int i) { return i; }
__device__ int place(const Row&, int i) { return i / 2; }

__global__ void fill(int* out) {
  const Row row{};
  /*A*/ out[place(row, threadIdx.x)] = threadIdx.x;
}

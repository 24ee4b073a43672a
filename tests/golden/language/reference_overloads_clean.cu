// expect: verified
// flags: --block 64
// The object is not const: the first of the two functions is meant.
struct Row {};
__device__ int place(Row&, int i) { return i; }
__device__ int place(const Row&, int i) { return i / 2; }

__global__ void fill(int* out) {
  Row row{};
  out[place(row, threadIdx.x)] = threadIdx.x;
}

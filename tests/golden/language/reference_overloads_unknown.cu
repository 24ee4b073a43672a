// expect: unknown
// unknown: U another overload does something else
// flags: --block 64
// Which of the two functions is meant hangs on whether the object is const.
struct Row {};
__device__ int place(Row&, int i) { return i; } /*U*/
__device__ int place(const Row&, int i) { return i / 2; }

__global__ void fill(int* out) {
  const Row row{};
  out[place(row, threadIdx.x)] = threadIdx.x;
}

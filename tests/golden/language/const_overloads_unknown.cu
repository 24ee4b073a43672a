// expect: unknown
// unknown: U another overload does something else
// flags: --block 64
// Which of the two methods is meant hangs on whether the object is const.
struct Row {
  __device__ int at(int i) { return i; } /*U*/
  __device__ int at(int i) const { return i / 2; }
};

__global__ void fill(int* out) {
  Row row;
  const Row& same = row;
  out[same.at(threadIdx.x)] = threadIdx.x;
}

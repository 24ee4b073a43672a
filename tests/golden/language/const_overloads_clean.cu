// expect: verified
// flags: --block 64
// The object is not const where it is named: the first of the two methods is meant.
struct Row {
  __device__ int at(int i) { return i; }
  __device__ int at(int i) const { return i / 2; }
};

__global__ void fill(int* out) {
  Row row;
  Row& same = row;
  out[same.at(threadIdx.x)] = threadIdx.x;
}

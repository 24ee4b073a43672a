// expect: refuted
// flags: --block 64
// finding: race confirmed error A A
// ::scale is the function of the file, not the method.
__device__ int scale(int) { return 0; }
struct Row {
  __device__ int scale(int) { return 1; }
  __device__ int at(int i) { return i * ::scale(i); }
};

__global__ void fill(int* out) {
  Row row;
  out[row.at(threadIdx.x)] = threadIdx.x; /*A*/
}

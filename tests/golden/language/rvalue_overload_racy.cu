// expect: refuted
// flags: --block 64
// finding: race confirmed error A A
// The argument is moved: the second of the two is meant.
__device__ int scale(int&) { return 1; }
__device__ int scale(int&&) { return 0; }

__global__ void fill(int* out) {
  int x = 1;
  /*A*/ out[threadIdx.x * scale(std::move(x))] = threadIdx.x;
}

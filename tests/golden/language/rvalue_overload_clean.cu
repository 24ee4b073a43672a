// expect: verified
// flags: --block 64
// The argument is a variable: the first of the two is meant.
__device__ int scale(int&) { return 1; }
__device__ int scale(int&&) { return 0; }

__global__ void fill(int* out) {
  int x = 1;
  out[threadIdx.x * scale(x)] = threadIdx.x;
}

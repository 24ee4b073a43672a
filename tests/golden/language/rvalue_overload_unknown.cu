// expect: unknown
// unknown: U another overload does something else
// flags: --block 64
// Which of the two is meant hangs on whether the argument is a variable.
__device__ int scale(int&) { return 1; } /*U*/
__device__ int scale(int&&) { return 0; }

__global__ void fill(int* out) {
  int x = 1;
  out[threadIdx.x * scale(std::move(x))] = threadIdx.x;
}

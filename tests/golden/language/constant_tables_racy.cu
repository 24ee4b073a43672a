// expect: refuted
// flags: --block 128
// finding: race confirmed error A A
// The last two groups of threads write to one part of the array.
__constant__ const int offset[] = {0, 32, 64, 64};

__global__ void scatter(int* out) {
  out[offset[threadIdx.x / 32] + threadIdx.x % 32] = threadIdx.x; /*A*/
}

// expect: refuted
// flags: --block 128
// finding: race confirmed error A A
// What is not const the host may change before the launch.
__constant__ int offset[] = {0, 32, 64, 96};

__global__ void scatter(int* out) {
  out[offset[threadIdx.x / 32] + threadIdx.x % 32] = threadIdx.x; /*A*/
}

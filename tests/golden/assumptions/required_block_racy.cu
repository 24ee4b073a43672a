// expect: refuted
// assumes: blockDim.x == 64 && blockDim.y == 1
// finding: race confirmed error A A
// The last two lanes of a warp keep their own number.
__global__ void exchange(int* out) {
  __requires(blockDim.x == 64 && blockDim.y == 1);
  int other = __shfl_down_sync(0xffffffffu, threadIdx.x, 2);
  out[blockIdx.x * 64 + other] = threadIdx.x; /*A*/
}

// expect: verified
// finding: exited-threads confirmed warning A A
// The barrier counts warps: that of the lane that has left counts for 32 all the same.
__global__ void __launch_bounds__(128) exited_lane(int* out) {
  __shared__ int cells[128];
  if (threadIdx.x == 100) return;
  cells[threadIdx.x] = 1;
  asm volatile("bar.sync 1, 128;" ::: "memory"); /*A*/
  out[threadIdx.x] = cells[threadIdx.x ^ 1];
}

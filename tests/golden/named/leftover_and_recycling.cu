// expect: refuted
// finding: leftover confirmed error L
// finding: recycling confirmed error S A
// An arrival is left over whatever n is; that the producer may lap the consumer is told beside it.
__global__ void __launch_bounds__(64) leftover_and_recycling(int* out, int n) {
  __shared__ int cells[32];
  if (threadIdx.x < 32) {
    for (int k = 0; k < n; ++k) {
      cells[threadIdx.x] = k;
      asm volatile("bar.arrive 1, 64;" ::: "memory"); /*A*/
    }
  } else {
    for (int k = 0; k < n; ++k) {
      asm volatile("bar.sync 1, 64;" ::: "memory"); /*S*/
      out[k * 32 + threadIdx.x - 32] = cells[threadIdx.x - 32];
    }
    asm volatile("bar.arrive 2, 64;" ::: "memory"); /*L*/
  }
}

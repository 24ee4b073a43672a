// expect: unknown
// unknown: U how often the loop
// What is not understood is run with small sizes: there, too, a guess is no race.
__global__ void __launch_bounds__(64) handed(int *out, int n) {
  __shared__ int cell;
  if (threadIdx.x == 0) cell = 0;
  __syncthreads();
  if (threadIdx.x < 32) {
    for (int k = n; k > 1; k = k % 2 ? 3 * k + 1 : k / 2) /*U*/
      asm volatile("bar.sync 1, 64;" ::: "memory");
  } else {
    for (int k = n; k > 1; k = k % 2 ? 3 * k + 1 : k / 2) /*U*/
      asm volatile("bar.sync 1, 64;" ::: "memory");
  }
  int old = cell, assumed;
  do {
    assumed = old;
    old = atomicCAS(&cell, assumed, assumed * 3 + 1);
  } while (assumed != old);
}

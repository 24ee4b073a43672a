// expect: verified
// flags: --block 128
// A work queue: each warp takes 32 items at a time.
__global__ void work(int* out, int* next, const int* in, int n) {
  const int lane = threadIdx.x & 31;
  for (int round = 0; round < 100; round++) {
    int first = 0;
    if (lane == 0) first = atomicAdd(next, 32);
    first = __shfl_sync(0xffffffffu, first, 0);
    if (first >= n) break;
    if (first + lane < n) out[first + lane] = 2 * in[first + lane];
  }
}

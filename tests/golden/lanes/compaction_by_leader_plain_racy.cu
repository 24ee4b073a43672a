// expect: refuted
// flags: --block 256
// finding: race confirmed error A B
// finding: race confirmed error B B
// finding: race any error C C
// Two warps read the counter before either has written it.
__global__ void compact(int* out, int* counter, const int* in) {
  const int t = blockIdx.x * blockDim.x + threadIdx.x, lane = threadIdx.x & 31;
  const bool keep = in[t] > 0;
  const unsigned kept = __ballot_sync(0xffffffffu, keep);
  int base = 0;
  if (lane == 0) {
    base = *counter; /*A*/
    *counter = base + __popc(kept); /*B*/
  }
  base = __shfl_sync(0xffffffffu, base, 0);
  if (keep) out[base + __popc(kept & ((1u << lane) - 1))] = in[t]; /*C*/
}

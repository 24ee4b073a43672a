// expect: refuted
// flags: --block 256 --grid 1
// finding: race any error A A
// The range that is drawn has room for half of the lanes.
__global__ void compact(int* out, int* counter, const int* in) {
  const int t = threadIdx.x, lane = threadIdx.x & 31;
  const bool keep = in[t] >= 0;
  const unsigned kept = __ballot_sync(0xffffffffu, keep);
  int base = 0;
  if (lane == 0) base = atomicAdd(counter, __popc(kept) / 2);
  base = __shfl_sync(0xffffffffu, base, 0);
  if (keep) out[base + __popc(kept & ((1u << lane) - 1))] = in[t]; /*A*/
}

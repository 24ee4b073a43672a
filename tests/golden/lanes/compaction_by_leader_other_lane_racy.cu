// expect: refuted
// flags: --block 256 --grid 1
// finding: race confirmed error A A
// What is handed on is another lane's, which drew nothing.
__global__ void compact(int* out, int* counter, const int* in) {
  const int t = threadIdx.x, lane = threadIdx.x & 31;
  const bool keep = in[t] >= 0;
  const unsigned kept = __ballot_sync(0xffffffffu, keep);
  int base = 0;
  if (lane == 0) base = atomicAdd(counter, __popc(kept));
  base = __shfl_sync(0xffffffffu, base, 1);
  if (keep) out[base + __popc(kept & ((1u << lane) - 1))] = in[t]; /*A*/
}

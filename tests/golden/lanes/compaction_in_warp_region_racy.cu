// expect: refuted
// flags: --block 256 --grid 1
// finding: race confirmed error A A
// Ranks of even warps count from one: where all their lanes keep something, the last reaches into
// the next region.
__global__ void compact(int* out, const int* in) {
  const int t = blockIdx.x * blockDim.x + threadIdx.x, lane = threadIdx.x & 31;
  const bool keep = in[t] > 0, even = t / 32 % 2 == 0;
  const unsigned kept = __ballot_sync(0xffffffff, keep);
  const unsigned before = even ? (2u << lane) - 1 : (1u << lane) - 1;
  if (keep) out[t / 32 * 32 + __popc(kept & before)] = in[t]; /*A*/
}

// expect: refuted
// flags: --block 256
// finding: race confirmed error A A
// A lane whose value is zero keeps it, and has the rank of the next one that voted.
__global__ void compact(int* out, const int* in) {
  const int t = blockIdx.x * blockDim.x + threadIdx.x, lane = threadIdx.x & 31;
  const unsigned kept = __ballot_sync(0xffffffff, in[t] > 0);
  if (in[t] >= 0) out[t / 32 * 32 + __popc(kept & ((1u << lane) - 1))] = in[t]; /*A*/
}

// expect: verified
// flags: --block 256
// Each warp has a region of its own, in which lanes that keep something have ranks of their own.
__global__ void compact(int* out, int* counts, const int* in) {
  const int t = blockIdx.x * blockDim.x + threadIdx.x, lane = threadIdx.x & 31;
  const bool keep = in[t] > 0;
  const unsigned kept = __ballot_sync(0xffffffff, keep);
  if (keep) out[t / 32 * 32 + __popc(kept & ((1u << lane) - 1))] = in[t];
  if (lane == 0) counts[t / 32] = __popc(kept);
}

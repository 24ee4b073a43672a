// expect: verified
// flags: --block 256
// Ranks of a radix sort: of the lanes with one digit, the first counts for all.
__global__ void rank(unsigned* out, const unsigned* keys) {
  __shared__ unsigned counts[8][256];
  const int lane = threadIdx.x & 31, warp = threadIdx.x >> 5;
  for (int i = lane; i < 256; i += 32) counts[warp][i] = 0;
  __syncwarp();
  const int t = blockIdx.x * blockDim.x + threadIdx.x;
  const unsigned digit = keys[t] & 255, peers = __match_any_sync(0xffffffffu, digit);
  unsigned before;
  asm("mov.u32 %0, %%lanemask_lt;" : "=r"(before));
  const unsigned rank = __popc(peers & before);
  if (rank == 0) counts[warp][digit] += __popc(peers);
  __syncthreads();
  out[t] = counts[warp][digit] + rank;
}

// expect: refuted
// flags: --block 256
// finding: race confirmed error A A
// The first two lanes with a digit count for all.
__global__ void rank(unsigned* out, const unsigned* keys) {
  __shared__ unsigned counts[8][256];
  const int lane = threadIdx.x & 31, warp = threadIdx.x >> 5;
  for (int i = lane; i < 256; i += 32) counts[warp][i] = 0;
  __syncwarp();
  const int t = blockIdx.x * blockDim.x + threadIdx.x;
  const unsigned digit = keys[t] & 255, peers = __match_any_sync(0xffffffffu, digit);
  const unsigned rank = __popc(peers & ((1u << lane) - 1));
  if (rank <= 1) counts[warp][digit] += __popc(peers); /*A*/
  __syncthreads();
  out[t] = counts[warp][digit] + rank;
}

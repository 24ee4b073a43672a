// expect: verified
// flags: --block 256
// The first lane of each warp draws a range for all, and hands on where it begins.
__global__ void compact(float* out, unsigned* counter, const float* in, int n) {
  const int t = blockIdx.x * blockDim.x + threadIdx.x;
  const unsigned lane = threadIdx.x % 32;
  const float v = t < n ? in[t] : 0.0f;
  const bool keep = t < n && v > 0.5f;
  const unsigned kept = __ballot_sync(0xffffffffu, keep);
  unsigned base;
  if (lane == 0) base = atomicAdd(counter, __popc(kept));
  base = __shfl_sync(0xffffffffu, base, 0);
  if (keep) out[base + __popc(kept & ~(0xffffffffu << lane))] = v;
}

// expect: refuted
// flags: --param param_2=3
// origin: tile-ai/tilelang 2699
// arch: sm_100
// finding: race confirmed error R C
// A tile is cleared in bulk for the next round, while others still read it.
__global__ void __launch_bounds__(128) rounds(float* out, const float* in, int n) {
  __shared__ alignas(16) float tile[128];
  int t = threadIdx.x;
  for (int k = 0; k < n; k++) {
    tile[t] = in[k * 128 + t];
    __syncthreads();
    out[k * 128 + t] = tile[127 - t]; /*R*/
    if (t == 0)
      asm volatile("st.bulk.weak.shared::cta [%0], 512, 0;" ::"r"(static_cast<unsigned>(__cvta_generic_to_shared(tile))) : "memory"); /*C*/
    __syncthreads();
  }
}

// expect: refuted
// flags: --block 64
// finding: race confirmed error A
// Nothing is concluded from a hint.
__global__ void words(int* out, int n) {
  __requires_fresh_array(out);
  __global_requires_fresh_array(out);
  __ensures(false);
  __global_ensures(false);
  __function_wide_invariant(false);
  __function_wide_candidate_invariant(false);
  for (int i = 0; __invariant(false), __candidate_invariant(false), i < n; i++) {
    __global_invariant(false);
    __candidate_global_invariant(false);
    __non_temporal_loads_begin();
    out[i] = threadIdx.x; /*A*/
    __non_temporal_loads_end();
  }
}

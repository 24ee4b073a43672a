// expect: verified
// Hints for the other tool's proof are left out, true or false.
__global__ void words(int* out, int n) {
  __requires_fresh_array(out);
  __global_requires_fresh_array(out);
  __ensures(out[0] == 1);
  __global_ensures(n == 2);
  __function_wide_invariant(n == 3);
  __function_wide_candidate_invariant(n == 4);
  int at = blockIdx.x * blockDim.x + threadIdx.x, sum = 0;
  for (int i = 0; __invariant(i < 0), __candidate_invariant(i > n), i < n; i++) {
    __global_invariant(i == 7);
    __candidate_global_invariant(i == 8);
    __non_temporal_loads_begin();
    sum += i;
    __non_temporal_loads_end();
  }
  out[at] = sum;
}

// Warps come to one generation of a barrier from different instructions.
// expect: refuted
// flags: --strict-aligned
// finding: alignment confirmed error A B

__global__ void __launch_bounds__(64) several_places_strict(float* out) {
  __shared__ float s[64];
  int t = threadIdx.x;
  s[t] = t;
  if (t < 32) {
    asm volatile("bar.sync 1, 64;" ::: "memory"); /*A*/
    out[t] = s[63 - t];
  } else {
    asm volatile("bar.sync 1, 64;" ::: "memory"); /*B*/
    out[t] = s[63 - t] + 1;
  }
}

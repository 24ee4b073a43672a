// expect: refuted
// flags: --infer-requires
// finding: race confirmed error A A
// under: none
// A shift by the width of the word is what no call of those that are seen makes: 0, 4, .., 28. Nor
// are all keys less than the first of these.
__global__ void order(unsigned shift, unsigned* out, const unsigned* keys, const unsigned* first) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  out[first[keys[i] >> shift & 15] + i] = keys[i]; /*A*/
}
void pass(unsigned shift, unsigned* out, const unsigned* keys, const unsigned* first, int n) {
  order<<<n / 256, 256>>>(shift, out, keys, first);
}
void all(unsigned* out, const unsigned* keys, const unsigned* first, int n) {
  for (int shift = 0; shift < 32; shift += 4) pass(shift, out, keys, first, n);
}

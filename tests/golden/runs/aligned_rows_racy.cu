// expect: refuted
// flags: --block 32 --grid 1
// finding: race confirmed error A A
// more: yes
// Rows that are shorter than what is stored to them. Vectors are aligned for row lengths that are
// multiples of four, of which the witness has one.
__global__ void k(float* out, const float* x, int n) {
  const int row = threadIdx.x / 4, column = threadIdx.x % 4;
  float4 first = *reinterpret_cast<const float4*>(x + row * n);
  first.x += 1;
  *reinterpret_cast<float4*>(out + row * n + 4 * column) = first; /*A*/
}

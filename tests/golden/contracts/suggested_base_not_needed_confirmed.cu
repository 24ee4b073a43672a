// expect: refuted
// flags: --infer-requires
// finding: race confirmed error A A
// under: none
// Blocks no wider than what the index counts by do not help, nor do signs: all threads of a block have one cell.
__global__ void count(int n, int* counts) {
  const unsigned i = 256 * blockIdx.x + threadIdx.x;
  if (i < n) counts[i / 256] += 1; /*A*/
}

// expect: refuted
// flags: --infer-requires --block symbolic
// finding: race any error A A
// more: yes
// under: none
// Each row writes one element more than its own matrix has there.
__global__ void copy(float* out, const float* in, const int* from, const int* to, int rows) {
  int row = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= rows) return;
  int at = to[row];
  for (int e = from[row]; e <= from[row + 1]; e++) out[at++] = in[e]; /*A*/
}

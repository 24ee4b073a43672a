// expect: verified
// flags: --infer-requires --block symbolic
// under: forall i, j: i != j -> to[i] + from[i + 1] - from[i] <= to[j] || to[j] + from[j + 1] - from[j] <= to[i]
// more: yes
// Each row goes to where another array says, and is as long as the offsets of its own matrix say.
__global__ void copy(float* out, const float* in, const int* from, const int* to, int rows) {
  int row = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= rows) return;
  int at = to[row];
  for (int e = from[row]; e < from[row + 1]; e++) out[at++] = in[e];
}

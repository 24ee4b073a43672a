// expect: error
// flags: --alias out,table
// What a texture shows no kernel writes: that it may be `out` would change nothing, and is refused.
texture<float, 1> table;

__global__ void mirrored(int n, float* out) {
  int i = blockDim.x * blockIdx.x + threadIdx.x;
  if (i < n) out[i] = 2 * tex1Dfetch(table, n - 1 - i);
}

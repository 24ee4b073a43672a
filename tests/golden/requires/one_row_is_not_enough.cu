// expect: refuted
// flags: --infer-requires --block symbolic --grid 1
// finding: race confirmed error A A
// One row of threads would still share cells.
__global__ void fill(int* out, int n) {
  int step = blockDim.x * blockDim.y * blockDim.z;
  for (int i = threadIdx.x; i < n; i += step) out[i / 2] += i; /*A*/
}

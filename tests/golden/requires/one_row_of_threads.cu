// expect: verified
// flags: --infer-requires --block symbolic --grid 1
// under: blockDim.y == 1 && blockDim.z == 1
// All threads of the block are counted, but told apart along x only.
__global__ void fill(int* out, int n) {
  int step = blockDim.x * blockDim.y * blockDim.z;
  for (int i = threadIdx.x; i < n; i += step) out[i] += i;
}

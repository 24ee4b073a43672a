// expect: verified
__device__ int classify(int v, int lo, int hi) {
  if (v < lo) return 0;
  for (int i = lo; i < hi; i++) {
    if (i == v) return 1;
    if (i > v) break;
  }
  return 2;
}
__global__ void three(int* out, int lo, int hi) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[3 * i + classify(i, lo, hi)] = 1;
}

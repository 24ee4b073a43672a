// expect: verified
// flags: --block 64
// A function of the file beside one that CUDA has.
__device__ int atomicAdd(int* cell, int more, char) {
  auto number = []<int N>() { return N; };
  int old = *cell;
  *cell = old + more;
  return old;
}
__global__ void count() {
  __shared__ int sum[65];
  atomicAdd(&sum[threadIdx.x], 1, 'a');
}

// expect: refuted
// flags: --block 64
// finding: race any error A
// more: yes
// A function of the file beside one that CUDA has.
__device__ int atomicAdd(int* cell, int more, char) {
  auto number = []<int N>() { return N; };
  int old = *cell; /*A*/
  cell[1] = old + more; /*A*/
  return old;
}
__global__ void count() {
  __shared__ int sum[65];
  atomicAdd(&sum[threadIdx.x], 1, 'a');
}

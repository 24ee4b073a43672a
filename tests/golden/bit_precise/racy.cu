// expect: refuted
// flags: --bit-precise --block 64 --grid 1
// finding: race confirmed error A A
__global__ void racy(int* a) {
  a[threadIdx.x / 2] = threadIdx.x; /*A*/
}

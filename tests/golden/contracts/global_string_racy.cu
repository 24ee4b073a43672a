// expect: refuted
// flags: --block 4 --grid 1
// finding: race confirmed error A A
__device__ int bin[4096];
__global__ void mark(int* out, int n) {
  __requires("range(bin, 0, 17)");
  int i = threadIdx.x;
  if (i < n) out[16 * i + bin[i]] = i; /*A*/
}

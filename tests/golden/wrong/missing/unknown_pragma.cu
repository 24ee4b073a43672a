// expect: unknown
// flags: --block 64
// unknown: A unknown pragma
__global__ void store(int* out) {
#pragma frobnicate all
  out[blockIdx.x * 64 + threadIdx.x] = 1; /*A*/
}

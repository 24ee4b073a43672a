// expect: unknown
// flags: --block 64
// unknown: A not for this machine
#ifndef SOMETHING
#error not for this machine /*A*/
#endif
__global__ void store(int* out) { out[blockIdx.x * 64 + threadIdx.x] = 1; }

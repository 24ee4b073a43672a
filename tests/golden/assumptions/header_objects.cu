// expect: verified
// flags: --block 64
// assumes: '#error no clock is configured' changes nothing here
// A header that nobody has configured says nothing of the kernels.
#include "objecting_header.cuh"
__global__ void store(int* out) { out[blockIdx.x * 64 + threadIdx.x] = 1; }

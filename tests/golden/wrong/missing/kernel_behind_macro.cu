// expect: unknown
// flags: --block 64
// unknown: A may be missing
// What the macro makes of it is not known, and it is told all the same.
__global__ void fine(int* out) { out[blockIdx.x * 64 + threadIdx.x] = 1; }
LIBRARY_API(1) __global__ void lost(int* out) { out[0] = threadIdx.x; } /*A*/

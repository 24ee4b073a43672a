// expect: refuted
// flags: --block 64 --grid 1
// finding: race confirmed error A A
// Vectors of 16 bytes that differ, stored to one place by two threads.
__global__ void k(float4* out, const float4* x) { out[threadIdx.x / 2] = x[threadIdx.x]; /*A*/ }

// expect: verified
// flags: --infer-requires --block 16,16 --grid 1
// under: pitch >= 16
__global__ void tile(int* out, unsigned pitch) { out[threadIdx.y * pitch + threadIdx.x] = threadIdx.y * 16 + threadIdx.x; }

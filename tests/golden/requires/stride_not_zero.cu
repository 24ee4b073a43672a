// expect: verified
// flags: --infer-requires --block 64 --grid 1
// under: stride != 0
// Negative strides are all right, too.
__global__ void spread(int* out, int stride) { out[(int)threadIdx.x * stride] = threadIdx.x; }

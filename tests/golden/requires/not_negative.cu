// expect: verified
// flags: --infer-requires --block 64 --grid 1
// under: gap >= 0
__global__ void spread(int* out, int gap) { out[(int)threadIdx.x * (gap + 1)] = threadIdx.x; }

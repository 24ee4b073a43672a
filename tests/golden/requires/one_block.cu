// expect: verified
// flags: --infer-requires
// under: gridDim.x == 1
// Nothing tells blocks apart, and what the host launches is not known.
__global__ void add(int* out) { out[threadIdx.x] += threadIdx.x; }
void host(int* out, int blocks) { add<<<blocks, 64>>>(out); }

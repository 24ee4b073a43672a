// expect: error
// flags: --block 2048
__global__ void large(int* out) { out[blockIdx.x * blockDim.x + threadIdx.x] = 1; }

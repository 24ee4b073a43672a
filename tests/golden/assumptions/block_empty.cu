// expect: error
// flags: --block 0
__global__ void none(int* out) { out[blockIdx.x * blockDim.x + threadIdx.x] = 1; }

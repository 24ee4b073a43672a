#define PLACE (blockIdx.x * blockDim.x + threadIdx.x)

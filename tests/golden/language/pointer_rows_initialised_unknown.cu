// expect: unknown
// flags: --block 32 --grid 1
// unknown: U a pointer that is loaded from memory
__device__ float buffer[64];
__device__ float* halves[2] = {buffer, buffer + 16};

// The file says what the pointers are: parts of one array, which overlap.
__global__ void both() { halves[threadIdx.x % 2][threadIdx.x] /*U*/ = threadIdx.x; }

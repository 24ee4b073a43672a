// expect: error
// flags: --block 128
// No launch has another size than the kernel's own.
__global__ void __block_size__((64, 1, 1)) own(int* out) { out[threadIdx.x] = 1; }

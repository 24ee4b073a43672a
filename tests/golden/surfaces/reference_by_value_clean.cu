// expect: verified
// flags: --block 32
// A function takes a reference by value.
surface<void, 2> image;
__device__ void put(surface<void, 2> to, float v, int x, int y) { surf2Dwrite(v, to, x * 4, y); }
__global__ void paint() { put(image, threadIdx.x, threadIdx.x, blockIdx.x); }

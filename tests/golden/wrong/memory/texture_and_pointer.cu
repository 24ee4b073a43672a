// expect: verified
// flags: --block 64 --grid 1
// assumes: distinct
// Nothing says whether the texture shows what the pointer points to.
__global__ void shift(cudaTextureObject_t texture, float* p) { p[threadIdx.x] = tex1Dfetch<float>(texture, threadIdx.x + 1); }

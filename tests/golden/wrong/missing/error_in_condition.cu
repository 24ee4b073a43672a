// expect: unknown
// flags: --block 64
#if 1 +
#define AT threadIdx.x
#else
#define AT threadIdx.x
#endif
__global__ void store(int* out) { out[blockIdx.x * 64 + AT] = 1; }

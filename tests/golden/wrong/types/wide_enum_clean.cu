// expect: verified
// flags: --block 64
enum Size { wide = 1 };
__global__ void store() {
  __shared__ Size s[64];
  s[threadIdx.x] = wide;
  if (threadIdx.x == 0) ((int*)s)[sizeof(Size) == 8 ? 100 : 0] = 7;
}

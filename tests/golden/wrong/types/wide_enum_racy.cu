// expect: refuted
// flags: --block 64
// finding: race any error A
// more: yes
enum Size { wide = 0x100000000LL };
__global__ void store() {
  __shared__ Size s[64];
  s[threadIdx.x] = wide; /*A*/
  if (threadIdx.x == 0) ((int*)s)[sizeof(Size) == 8 ? 100 : 0] = 7; /*A*/
}

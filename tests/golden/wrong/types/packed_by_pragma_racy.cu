// expect: refuted
// flags: --block 64
// finding: race any error A
// more: yes
#pragma pack(1)
struct Cell {
  char tag;
  int value;
};
__global__ void store() {
  __shared__ Cell s[64];
  s[threadIdx.x].value = threadIdx.x; /*A*/
  if (threadIdx.x == 0) ((char*)s)[5 * 40 + 2] = 1; /*A*/
}

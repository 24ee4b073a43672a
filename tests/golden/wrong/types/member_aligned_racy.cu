// expect: refuted
// flags: --block 64
// finding: race any error A
// more: yes
struct Cell {
  char tag;
  alignas(16) int value;
};
__global__ void store() {
  __shared__ Cell s[64];
  s[threadIdx.x].value = threadIdx.x; /*A*/
  if (threadIdx.x == 0) ((int*)s)[8 * 20 + 4] = 7; /*A*/
}

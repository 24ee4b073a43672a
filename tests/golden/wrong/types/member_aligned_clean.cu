// expect: verified
// flags: --block 64
struct Cell {
  char tag;
  alignas(16) int value;
};
__global__ void store() {
  __shared__ Cell s[64];
  s[threadIdx.x].value = threadIdx.x;
  if (threadIdx.x == 0) ((int*)s)[8 * 20 + 3] = 7;
}

// expect: verified
// flags: --block 64
#pragma pack(1)
struct Cell {
  char tag;
  int value;
};
__global__ void store() {
  __shared__ Cell s[64];
  s[threadIdx.x].value = threadIdx.x;
  if (threadIdx.x == 0) ((char*)s)[5 * 40 + 0] = 1;
}

// expect: verified
// flags: --block 64
struct Empty {};
struct Cell {
  [[no_unique_address]] Empty empty;
  int value;
};
__global__ void store() {
  __shared__ int s[64];
  s[sizeof(Cell) == 8 ? 0 : threadIdx.x] = threadIdx.x;
}

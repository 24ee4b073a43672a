// expect: refuted
// flags: --block 64
// finding: race any error A
// more: yes
struct Empty {};
struct Cell {
  [[no_unique_address]] Empty empty;
  int value;
};
__global__ void store() {
  __shared__ int s[64];
  s[sizeof(Cell) == 4 ? 0 : threadIdx.x] = threadIdx.x; /*A*/
}

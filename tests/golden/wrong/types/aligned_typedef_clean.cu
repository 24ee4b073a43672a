// expect: verified
// flags: --block 64
typedef int Wide __attribute__((aligned(16)));
struct Cell {
  char tag;
  Wide value;
};
__global__ void store() {
  __shared__ int s[64];
  s[threadIdx.x / (sizeof(Cell) == 8 ? 2 : 1)] = 1 + threadIdx.x;
}

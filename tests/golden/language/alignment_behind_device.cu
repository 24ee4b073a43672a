// expect: unknown
// flags: --block 64
// An attribute that matters, where Clang leaves it out.
struct Cell {
  __device__ [[nodiscard]] alignas(16) char text[3];
};
__global__ void fill(Cell* out) { out[threadIdx.x].text[0] = sizeof(Cell); }

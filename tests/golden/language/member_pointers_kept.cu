// expect: verified
// Pointers to members are numbers in memory, of which nothing is known.
struct Cell {
  int* at;
  __device__ void set(int t) { at[t] = t; }
  __device__ void halve(int t) { at[t / 2] = t; }
};
typedef void (Cell::*Member)(int);
__device__ Member table[2][64];
__global__ void k() {
  table[0][threadIdx.x] = &Cell::set;
  table[1][threadIdx.x] = &Cell::halve;
}
void launch() { k<<<1, 64>>>(); }

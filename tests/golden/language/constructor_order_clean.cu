// expect: verified
// Parts are initialised in the order of their declaration, each by the constructor or else by its default.
struct Base {
  int base;
  __device__ Base(int b) : base(b) {}
};
struct Tile : Base {
  int width = 8, last = width - 1;
  int twice;
  int cells[2];
  __device__ Tile(int w) : twice(2 * last), cells{w, w + 1}, width(w), Base(1) {}
  __device__ Tile() : Tile(4) { ++base; }
};
__global__ void tiles(float* out) {
  Tile four, five(5);
  const int all = four.twice + five.last + five.cells[1] + four.base; // 6 + 4 + 6 + 2
  if (threadIdx.x == all) out[0] = 1;
  if (threadIdx.x == 18) out[0] = 2; 
}

// expect: verified
// flags: --block 64
// The function stands beside the class of its argument.
namespace tiles {
struct Tile {
  int first;
};
__device__ int place(Tile tile, int t) { return tile.first + t; }
} // namespace tiles
template <class T> __device__ int place(T, long t) { return 64 + t; }
__global__ void store() {
  __shared__ int s[128];
  s[place(tiles::Tile{0}, (int)threadIdx.x)] = 1 + threadIdx.x;
}

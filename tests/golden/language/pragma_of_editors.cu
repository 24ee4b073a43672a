// A pragma for editors says nothing of the class behind it.
// expect: verified
#pragma ide diagnostic ignored "cppcoreguidelines-pro-type-member-init"
struct Place {
  int row, column;
  __device__ int index(int width) const { return row * width + column; }
};
__global__ void k(int* out) {
  Place p{static_cast<int>(blockIdx.x), static_cast<int>(threadIdx.x)};
  if (p.column < 64) out[p.index(64)] = 1;
}

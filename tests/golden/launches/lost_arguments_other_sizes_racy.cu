// The block is no number, but what nobody declares.
// expect: refuted
// finding: race confirmed error A B
// finding: same-value-write confirmed warning B B
#include "gone.h"
__global__ void last(int *out) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  int y = /*A*/out[x];
  /*B*/out[x] = y + 1;
}
int main() {
  int blocks = 118;
  Size threads(256, 2);
  Vector<int> a(blocks * 512);
  last<<<blocks, threads>>>(raw(a));
}

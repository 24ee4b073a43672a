// expect: refuted
// finding: race confirmed error A A
// finding: race confirmed error B B
// finding: race confirmed error C C
// finding: race confirmed error D D
// A width is written, beside what is allocated: by who is given its object, keeps its address, makes
// the pitch, or is not known.
#include <cstring>
struct Grid {
  size_t width;
  float* cells;
};
template <int N> __global__ void rows(Grid g) {
  int i = threadIdx.x + blockDim.x * blockIdx.x;
  if (i >= 512) return;
  if (N == 0) g.cells[blockIdx.y * g.width + i] = i + blockIdx.y; /*A*/
  if (N == 1) g.cells[blockIdx.y * g.width + i] = i + blockIdx.y; /*B*/
  if (N == 2) g.cells[blockIdx.y * g.width + i] = i + blockIdx.y; /*C*/
  if (N == 3) g.cells[blockIdx.y * g.width + i] = i + blockIdx.y; /*D*/
}
void obtain(void** p);
void whole(Grid* other) {
  Grid g;
  g.width = 512;
  cudaMalloc((void**)&g.cells, 4);
  memcpy(&g, other, sizeof(Grid));
  rows<0><<<dim3(2, 64), 256>>>(g);
}
void kept() {
  Grid g;
  Grid* same = &g;
  g.width = 512;
  cudaMalloc((void**)&g.cells, 4);
  same->width = 8;
  rows<1><<<dim3(2, 64), 256>>>(g);
}
void pitch() {
  Grid g;
  g.width = 512;
  cudaMallocPitch((void**)&g.cells, &g.width, 4, 64);
  rows<2><<<dim3(2, 64), 256>>>(g);
}
void unknown() {
  Grid g;
  g.width = 512;
  obtain((void**)&g.cells);
  rows<3><<<dim3(2, 64), 256>>>(g);
}

// Likewise, but what is called there changes the width.
// expect: refuted
// finding: race confirmed error A A
#include <helper_cuda.h>

__global__ void rows(float* a, int width) {
  /*A*/ a[blockIdx.x * width + threadIdx.x] = threadIdx.x;
}

struct Image {
  int width, height;
  float* cells;
  int get_width() { return width; }
};
template <class T> void check(Image& image, T result) { image.width = result == 0 ? 1 : 2; }
void go(Image& image) {
  const dim3 grid(image.height), block(image.get_width());
  check(image, cudaDeviceSynchronize());
  rows<<<grid, block>>>(image.cells, image.get_width());
}

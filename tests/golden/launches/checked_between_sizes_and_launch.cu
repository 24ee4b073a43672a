// What CUDA's samples call between the sizes and the launch changes no member.
// expect: verified
// assumes: blockDim.x == width
#include <helper_cuda.h>
#include <helper_timer.h>

__global__ void rows(float* a, int width) { a[blockIdx.x * width + threadIdx.x] = threadIdx.x; }

struct Image {
  int width, height;
  float* cells;
  int get_width() { return width; }
};
struct Filter {
  StopWatchInterface* timer;
  void run(Image& image) {
    const dim3 grid(image.height), block(image.get_width());
    checkCudaErrors(cudaDeviceSynchronize());
    sdkStartTimer(&timer);
    rows<<<grid, block>>>(image.cells, image.get_width());
    getLastCudaError("rows");
  }
};
void go(Filter& filter, Image& image) { filter.run(image); }

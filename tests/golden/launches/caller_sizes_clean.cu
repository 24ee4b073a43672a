// expect: verified
// assumes: n == 1024
// assumes: blockDim.x == 1024
// A dispatcher stands between the table of block sizes and the launch, and a function that times it.
#include <utility>
__global__ void parts(float* v, int n) {
  __shared__ float s[64];
  const int warps = blockDim.x / 32, warp = threadIdx.x / 32, lane = threadIdx.x % 32;
  if (lane == 0) s[warp] = v[warp]; /*A*/
  if (lane == 1) s[warps + warp] = n; /*B*/
}
__global__ void mark(float* v) { v[blockIdx.x * blockDim.x + threadIdx.x] = 1; }
void run1(float* v, int n, const int block) { mark<<<8, block>>>(v); }
void run2(float* v, int n, const int block) { parts<<<8, block>>>(v, n); }
void run(int version, float* v, int n, const int block) {
  switch (version) {
  case 1:
    run1(v, n, block);
    break;
  case 2:
    run2(v, n, block);
    break;
  default:
    exit(1);
  }
}
template <class F, class... Args> float time_of(int repeats, F f, Args&&... args) {
  for (int i = 0; i < repeats; i++)
    f(std::forward<Args>(args)...);
  return 0;
}
int main(int argc, char** argv) {
  int n = 1024, version = atoi(argv[1]);
  int sizes[] = {32, 64, 128, 1024};
  float* v;
  cudaMalloc(&v, n * 8 * sizeof(float));
  for (int j = 0; j < sizeof(sizes) / sizeof(int); j++) {
    int block = sizes[j];
    printf("%d\n", block);
    run(version, v, n, block);
  }
  for (int block : sizes) {
    time_of(100, run, version, v, n, block);
  }
  return 0;
}

// expect: verified
// A lambda that only reads what it captures by reference changes nothing for code that runs before
// it is written, nor behind it: the sizes are what the host sets.
#include <cuda_runtime.h>
void elsewhere(int n);
void fill(float* p, int n) {
  for (int i = 0; i < n; ++i) p[i] = 1.0f;
}
__global__ void by_parts(float* out) { out[blockIdx.x * 128 + threadIdx.x] += 1.0f; }
__global__ void behind(float* out) { out[blockIdx.x * 64 + threadIdx.x] += 1.0f; }
__global__ void timed(float* out) { out[blockIdx.x * 32 + threadIdx.x] += 1.0f; }
__global__ void set_again(float* out) { out[blockIdx.x * 256 + threadIdx.x] += 1.0f; }
__global__ void not_yet(float* out) { out[blockIdx.x * 512 + threadIdx.x] += 1.0f; }
template <class F> float bench(F f) {
  cudaEvent_t begin, end;
  float ms;
  f();
  cudaEventElapsedTime(&ms, begin, end);
  return ms;
}
void before(float* a) {
  dim3 block(128), grid(8);
  float ms, host[4];
  cudaEvent_t begin, end;
  cudaEventElapsedTime(&ms, begin, end);
  elsewhere(3);
  fill(host, 4);
  auto launch = [&]() { by_parts<<<grid, block>>>(a); };
  launch();
}
void after(float* a) {
  dim3 block(64), grid(8);
  auto launch = [&]() { behind<<<grid, block>>>(a); };
  elsewhere(1);
  launch();
  elsewhere(2);
  behind<<<grid, block>>>(a);
}
void several(float* a) {
  dim3 block(32), grid(8);
  auto nothing = [&]() {};
  bench(nothing);
  auto launch = [&]() { timed<<<grid, block>>>(a); };
  bench(launch);
}
void changed(float* a) {
  dim3 block(32);
  auto count = [&]() { return block.x * block.y; };
  elsewhere(count());
  block = dim3(256);
  elsewhere(count());
  set_again<<<8, block>>>(a);
}
void changed_later(float* a, int n) {
  dim3 block(512);
  elsewhere(n);
  not_yet<<<8, block>>>(a);
  auto halve = [&]() { block.y = 2; };
  halve();
}

// expect: refuted
// finding: race confirmed error A
// finding: race confirmed error B
// finding: race confirmed error C
// finding: race confirmed error D
// finding: race confirmed error E
// finding: race confirmed error F
// finding: race confirmed error G
// finding: race confirmed error H
// more: yes
// What lambdas capture by reference may be changed before they are called, and their own copies, where
// they are mutable, by themselves; what the launches pass is not what is needed otherwise, too.
#include <functional>
#include <vector>
__global__ void behind(int n, float* c) { c[blockIdx.x * n + threadIdx.x] += 1.0f; } /*A*/
__global__ void by_itself(int n, float* c) { c[blockIdx.x * n + threadIdx.x] += 1.0f; } /*B*/
__global__ void in_a_loop(int n, float* c) { c[blockIdx.x * n + threadIdx.x] += 1.0f; } /*C*/
__global__ void through_pointer(int n, float* c) { c[blockIdx.x * n + threadIdx.x] += 1.0f; } /*D*/
__global__ void by_another(int n, float* c) { c[blockIdx.x * n + threadIdx.x] += 1.0f; } /*E*/
__global__ void too_narrow(int n, float* c) { c[blockIdx.x * n + threadIdx.x] += 1.0f; } /*F*/
__global__ void rows(float* c) { c[blockIdx.x * blockDim.x + threadIdx.x] += 1.0f; } /*G*/
__global__ void through_promise(int n, float* c) { c[blockIdx.x * n + threadIdx.x] += 1.0f; } /*H*/
template <typename Launch> void bench(Launch launch) {
  for (int i = 0; i < 5; ++i) launch();
}
int main() {
  float* c = nullptr;
  cudaMalloc(&c, 1 << 20);
  int a = 64;
  auto first = [&] { behind<<<4, 64>>>(a, c); };
  a = 32;
  bench(first);
  int b = 64;
  auto second = [b, c]() mutable {
    by_itself<<<4, 64>>>(b, c);
    b = 32;
  };
  second();
  second();
  std::vector<std::function<void()>> all;
  int d = 64;
  for (int i = 0; i < 2; ++i) {
    if (i == 1) d = 32;
    all.push_back([&] { in_a_loop<<<4, 64>>>(d, c); });
  }
  for (auto& f : all) f();
  int e = 64;
  int* to = &e;
  auto third = [&] { through_pointer<<<4, 64>>>(e, c); };
  *to = 32;
  bench(third);
  int f = 64;
  auto narrow = [&] { f = 32; };
  auto fourth = [&] { by_another<<<4, 64>>>(f, c); };
  narrow();
  bench(fourth);
  int h = 64;
  const int& promise = h;
  auto fifth = [&] { through_promise<<<4, 64>>>(h, c); };
  const_cast<int&>(promise) = 32;
  bench(fifth);
  const int g = 32;
  bench([&] { too_narrow<<<4, g * 2>>>(g, c); });
  dim3 grid(4, 4), block(256);
  bench([&] { rows<<<grid, block>>>(c); });
}

// expect: verified
// What lambdas capture and nothing changes is what it is where they are written, whoever calls them.
#include <functional>
#include <vector>
__global__ void tiles(int m, int n, float* c) {
  const int row = blockIdx.y * 16 + threadIdx.x / 16, col = blockIdx.x * 16 + threadIdx.x % 16;
  if (row < m && col < n) c[row * n + col] += 1.0f;
}
__global__ void rows_and_columns(int n, float* c) {
  const int row = blockIdx.y * 128 + threadIdx.x / 16 * 8, col = blockIdx.x * 128 + threadIdx.x % 16 * 8;
  for (int i = 0; i < 8; ++i)
    for (int j = 0; j < 8; ++j) c[(row + i) * n + col + j] += 1.0f;
}
__global__ void copied(int n, float* c) { c[blockIdx.x * n + threadIdx.x] += 1.0f; }
__global__ void in_loop(int n, float* c) { c[blockIdx.x * n + threadIdx.x] += 1.0f; }
__global__ void kept(int n, float* c) { c[blockIdx.x * n + threadIdx.x] += 1.0f; }
__global__ void nested(int n, float* c) { c[blockIdx.x * n + threadIdx.x] += 1.0f; }
template <typename Launch> float bench(Launch launch) {
  for (int i = 0; i < 5; ++i) launch();
  return 0;
}
void elsewhere(std::function<void()> f);
int number(const char* text);
void in_loops(float* c) {
  for (int n = 64; n <= 512; n *= 2) {
    auto launch = [&] { in_loop<<<8, n>>>(n, c); };
    bench(launch);
  }
}
int main(int argc, char** argv) {
  int n = 1024;
  if (argc > 1) n = number(argv[1]);
  if (n <= 0) return 1;
  const int m = n;
  float* c = nullptr;
  cudaMalloc(&c, 4 * n * n);
  dim3 grid((n + 15) / 16, (m + 15) / 16);
  dim3 block(256);
  bench([&]() { tiles<<<grid, block>>>(m, n, c); });
  if (n % 128 == 0) {
    dim3 whole(n / 128, n / 128);
    auto launch = [&]() { rows_and_columns<<<whole, block>>>(n, c); };
    launch();
    bench(launch);
  }
  int size = n < 256 ? n : 256;
  elsewhere([=] { copied<<<4, size>>>(size, c); });
  std::vector<std::function<void()>> all;
  all.push_back([size, c] { kept<<<4, size>>>(size, c); });
  bench([&] { bench([size, &c] { nested<<<4, size>>>(size, c); }); });
  size = 1;
  for (auto& f : all) f();
  in_loops(c);
}

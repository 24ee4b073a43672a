// expect: verified
#include <concepts>
#include <vector>
template <std::integral T> auto sum(const std::vector<T>& all) {
  T total{};
  for (auto&& one : all) total += one;
  return total;
}
__global__ void store(int* out) { out[blockIdx.x * blockDim.x + threadIdx.x] = 1; }
int host(std::vector<int>& v) { return sum(v); }

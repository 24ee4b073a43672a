// expect: verified
// Host code that is not understood is skipped.
#include <vector>
auto host = [](auto&&... xs) requires(sizeof...(xs) > 1) { return (xs + ... + 0); };
template <typename... Ts> struct Weird : Ts... { using Ts::operator()...; };
__global__ void plain(int* out) { out[blockIdx.x * blockDim.x + threadIdx.x] = 1; }
int main(int argc, char** argv) {
  std::vector<int> v{1, 2, 3};
  for (auto& [a, b] : std::map<int, int>{}) v.push_back(a);
  return v.size() > 2 ? 0 : 1;
}

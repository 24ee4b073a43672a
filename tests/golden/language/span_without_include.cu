// expect: verified
// flags: --block 64
// In C++20 some header of the standard library brings <span> along: the overload that asks for it
// takes no other one away.
#include <string>
#include <vector>
template <class T> __host__ std::string to_string(const std::vector<T>& v) { return "list"; }
#if __cplusplus >= 202002L
template <class T> __host__ std::string to_string(std::span<T> s) { return "span"; }
#endif
struct Sizes {
  int n;
  std::string text() const { return to_string(std::vector<int>{n}); }
};
__global__ void fill(int* out, Sizes sizes) {
  if (threadIdx.x < sizes.n) out[threadIdx.x] = 1;
}

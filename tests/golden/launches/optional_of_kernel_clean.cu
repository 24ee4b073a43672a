// expect: verified
// Optional values and variants are of hosts and kernels alike, and so is what() of their exceptions.
#include <optional>
#include <variant>
__global__ void scale(float* a, int n, std::optional<float> by) {
  static_assert(sizeof(std::bad_optional_access) + sizeof(std::bad_variant_access) > 0);
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n && by.has_value()) a[i] *= *by;
}
int main() {
  std::variant<int, float> size = 100;
  float* a;
  cudaMalloc(&a, 400);
  scale<<<1, 256>>>(a, std::get<int>(size), 2.0f);
}

// expect: verified
// Exceptions with a message say otherwise what they are.
#include <stdexcept>
#include <string>
class Failure : public std::runtime_error {
public:
  explicit Failure(const std::string& text) : std::runtime_error("failed: " + text) {}
  const char* what() const noexcept override { return "failure"; }
};
class Misuse : public std::out_of_range {
public:
  using std::out_of_range::out_of_range;
  const char* what() const noexcept override { return "misuse"; }
};
__global__ void scale(float* a, int n) {
  static_assert(sizeof(Failure) > 0 && sizeof(Misuse) > 0);
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) a[i] *= 2;
}
int main() {
  float* a;
  try {
    if (cudaMalloc(&a, 400)) throw Failure("no memory");
    scale<<<1, 256>>>(a, 100);
  } catch (const std::exception& e) {
    return e.what()[0];
  }
}

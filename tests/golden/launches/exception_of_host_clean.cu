// expect: verified
// An exception of the host says what it is.
#include <exception>
class Error : public std::exception {
public:
  const char* what() const noexcept override { return ""; }
};
__global__ void scale(float* a, int n) {
  static_assert(sizeof(Error) > 0);
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) a[i] *= 2;
}
int main() {
  float* a;
  cudaMalloc(&a, 400);
  scale<<<1, 256>>>(a, 100);
}

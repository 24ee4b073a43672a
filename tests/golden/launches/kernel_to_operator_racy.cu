// expect: refuted
// finding: race any error A A
// finding: race any error B B
// finding: race any error C C
// more: yes
// Who else calls an operator, a lambda that is converted, or a method that overrides another is not
// seen: it may launch whatever is named.
#include <algorithm>
#include <vector>
__global__ void by_library(int* v) { /*A*/ v[blockIdx.x * blockDim.x + threadIdx.x] += 1; }
__global__ void by_pointer(int* v) { /*B*/ v[blockIdx.x * blockDim.x + threadIdx.x] += 1; }
__global__ void by_base(int* v) { /*C*/ v[blockIdx.x * blockDim.x + threadIdx.x] += 1; }
__global__ void known(int* v) { v[(blockIdx.y * gridDim.x + blockIdx.x) * blockDim.x + threadIdx.x] = 1; }

using Kernel = void (*)(int*);
struct Go {
  int* v;
  void operator()(Kernel f) const { f<<<dim3(2, 2), 32>>>(v); }
};
struct Base {
  virtual void go(Kernel f, int* v) { f<<<2, 32>>>(v); }
};
struct Derived : Base {
  void go(Kernel f, int* v) override { f<<<dim3(2, 2), 32>>>(v); }
};
void host(Base& base, int* v) {
  base.go(by_base, v);
  base.go(known, v);
}

int main() {
  int* v;
  cudaMalloc(&v, 4096);
  std::vector<Kernel> kernels{by_library};
  Go go{v};
  std::for_each(kernels.begin(), kernels.end(), go);
  go(known);
  auto launch = [](Kernel f, int* v, dim3 g) { f<<<g, 32>>>(v); };
  void (*other)(Kernel, int*, dim3) = launch;
  other(by_pointer, v, dim3(2, 2));
  launch(known, v, dim3(2));
}

// Captures with an initializer are references and pointers to what they are made of: a lambda may
// change that.
// expect: refuted
// finding: race confirmed error A
// finding: race confirmed error B
// finding: race confirmed error C
// finding: race confirmed error D
// finding: race confirmed error E
__global__ void of_reference(int* a, int n) { a[threadIdx.x % n] = threadIdx.x; } /*A*/
__global__ void of_pointer(int* a, int n) { a[threadIdx.x % n] = threadIdx.x; } /*B*/
__global__ void of_binding(int* a, int n) { a[threadIdx.x % n] = threadIdx.x; } /*C*/
__global__ void of_this(int* a) { a[threadIdx.x] = blockIdx.x; } /*D*/
__global__ void of_member(int* a) { a[threadIdx.x] = blockIdx.x; } /*E*/
struct Sizes {
  int x, y;
};
struct Runner {
  int grid = 1;
  void change_this(int* a) {
    auto change = [me = this] { me->grid = 2; };
    change();
    of_this<<<grid, 32>>>(a);
  }
  void change_member(int* a) {
    grid = 1;
    auto change = [&to = grid] { to = 2; };
    change();
    of_member<<<grid, 32>>>(a);
  }
};
int main() {
  int* a;
  cudaMalloc(&a, 64 * sizeof(int));
  int n = 64;
  auto halve = [&m = n] { m = 32; };
  halve();
  of_reference<<<1, 64>>>(a, n);
  int k = 64;
  auto outer = [at = &k] {
    auto inner = [&to = *at] { to = 32; };
    inner();
  };
  outer();
  of_pointer<<<1, 64>>>(a, k);
  auto [x, y] = Sizes{64, 64};
  auto narrow = [&to = x] { to = 32; };
  narrow();
  of_binding<<<1, 64>>>(a, x);
  Runner runner;
  runner.change_this(a);
  runner.change_member(a);
}

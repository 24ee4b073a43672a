// Copies that lambdas have made are their own, and what is set behind the call of one counts.
// expect: verified
__global__ void of_copy(int* a, int n) { a[threadIdx.x % n] = threadIdx.x; }
__global__ void set_behind(int* a, int n) { a[threadIdx.x % n] = threadIdx.x; }
__global__ void of_member(int* a) { a[threadIdx.x] = blockIdx.x; }
struct Runner {
  int grid = 1;
  void copy_member(int* a) {
    grid = 1;
    auto change = [own = grid]() mutable { own = 2; };
    change();
    of_member<<<grid, 32>>>(a);
  }
};
int main() {
  int* a;
  cudaMalloc(&a, 64 * sizeof(int));
  int n = 64;
  auto halve = [m = n]() mutable { m = 32; };
  halve();
  of_copy<<<1, 64>>>(a, n);
  int k = 64;
  auto change = [&m = k] { m = 32; };
  change();
  k = 64;
  set_behind<<<1, 64>>>(a, k);
  Runner runner;
  runner.copy_member(a);
}

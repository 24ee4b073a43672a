// expect: refuted
// finding: race confirmed error A
// The constructor that the class has from its base changes what it gets.
__global__ void fill(int* out, int n) { out[threadIdx.x % n] = threadIdx.x; /*A*/ }
struct Base {
  Base(int& n) { n = 32; }
};
struct Derived : Base {
  using Base::Base;
};
int main() {
  int* out = nullptr;
  int n = 64;
  Derived derived(n);
  fill<<<1, 64>>>(out, n);
}

// expect: refuted
// finding: race confirmed error A A
// Both bases have a member of this name, and the kernel takes the one that is 16.
struct First {
  int n = 16;
};
struct Second {
  int n = 32;
};
struct Sizes : First, Second {};
__global__ void wrap(int* v, Sizes sizes) {
  v[threadIdx.x % sizes.First::n] = threadIdx.x; /*A*/
}
void run(int* v) {
  Sizes sizes;
  sizes.Second::n = 32;
  sizes.First::n = 16;
  wrap<<<1, 32>>>(v, sizes);
}

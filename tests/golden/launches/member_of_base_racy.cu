// expect: refuted
// finding: race confirmed error A A
// The constructor writes a member of the base class.
__global__ void wrap(int* v) { v[threadIdx.x % 32] = threadIdx.x; /*A*/ }
struct Sizes {
  int threads = 32;
};
struct Wide : Sizes {
  Wide() { threads = 64; }
};
void run(int* v) {
  Wide sizes;
  wrap<<<1, sizes.threads>>>(v);
}

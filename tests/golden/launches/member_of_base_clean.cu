// expect: verified
// The constructor writes a member of the base class.
__global__ void wrap(int* v) { v[threadIdx.x % 32] = threadIdx.x; }
struct Sizes {
  int threads = 64;
};
struct Narrow : Sizes {
  Narrow() { threads = 32; }
};
void run(int* v) {
  Narrow sizes;
  wrap<<<1, sizes.threads>>>(v);
}

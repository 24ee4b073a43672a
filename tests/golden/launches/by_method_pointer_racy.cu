// expect: refuted
// finding: race confirmed error A A
// A method that is called through a pointer changes the object.
__global__ void wrap(int* v) { v[threadIdx.x % 32] = threadIdx.x; /*A*/ }
struct Sizes {
  int threads = 32;
  void widen() { threads = 64; }
};
void run(int* v) {
  Sizes sizes;
  void (Sizes::*change)() = &Sizes::widen;
  (sizes.*change)();
  wrap<<<1, sizes.threads>>>(v);
}

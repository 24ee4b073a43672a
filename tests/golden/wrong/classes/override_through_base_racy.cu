// expect: refuted
// flags: --block 64
// finding: race any error A
// more: yes
struct Base {
  virtual __device__ int at(int t) { return 7; }
};
struct Derived : Base {
  __device__ int at(int t) override { return 0; }
};
__device__ int at(Base& base, int t) { return base.at(t); }
__global__ void store() {
  __shared__ int s[64];
  Derived d;
  s[at(d, threadIdx.x)] = threadIdx.x; /*A*/
}

// expect: refuted
// flags: --block 64
// finding: race any error A
// more: yes
// A name of the base hides the one outside, whatever its types.
__device__ int place(int t) { return 64 + t; }
struct Base {
  __device__ int place(long t) { return t / 2; }
};
struct Derived : Base {
  __device__ int at(int t) { return place(t); }
};
__global__ void store() {
  __shared__ int s[128];
  Derived d;
  s[d.at(threadIdx.x)] = 1 + threadIdx.x; /*A*/
}

// expect: refuted
// flags: --block 64
// finding: race any error A
// more: yes
struct Base {
  int* at;
  __device__ explicit Base(int* cells) : at(cells) {}
  __device__ ~Base() { at[threadIdx.x / 2] = 1 + threadIdx.x; } /*A*/
};
struct Derived : Base {
  __device__ explicit Derived(int* cells) : Base(cells) {}
};
__global__ void store() {
  __shared__ int s[64];
  Derived d(s + 0);
}

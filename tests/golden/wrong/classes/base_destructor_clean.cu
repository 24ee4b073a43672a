// expect: verified
// flags: --block 64
struct Base {
  int* at;
  __device__ explicit Base(int* cells) : at(cells) {}
  __device__ ~Base() { at[threadIdx.x] = 1 + threadIdx.x; }
};
struct Derived : Base {
  __device__ explicit Derived(int* cells) : Base(cells) {}
};
__global__ void store() {
  __shared__ int s[64];
  Derived d(s + 0);
}

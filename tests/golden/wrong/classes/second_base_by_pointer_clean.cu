// expect: verified
// flags: --block 64 --grid 1
struct First {
  int a;
};
struct Second {
  int b;
};
struct Both : First, Second {};
__device__ void set(Second* to, int value) { to->b = value; }
__global__ void store(Both* cells) {
  set(cells + threadIdx.x, threadIdx.x);
  cells[(threadIdx.x + 1) & 63].a = 7;
}

// expect: refuted
// flags: --block 64 --grid 1
// finding: race any error A
// more: yes
struct First {
  int a;
};
struct Second {
  int b;
};
struct Both : First, Second {};
__device__ void set(Second* to, int value) { to->b = value; } /*A*/
__global__ void store(Both* cells) {
  set(cells + threadIdx.x, threadIdx.x);
  cells[(threadIdx.x + 1) & 63].b = 7; /*A*/
}

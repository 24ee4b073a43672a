// expect: refuted
// flags: --block 64
// finding: race any error A
// more: yes
struct First {
  int a;
};
struct Second {
  int b;
};
struct Both : First, Second {
  int c;
};
__device__ void set(Second& to, int value) { static_cast<Both&>(to).c = value; } /*A*/
__global__ void store() {
  __shared__ Both cells[64];
  set(cells[threadIdx.x], threadIdx.x);
  if (threadIdx.x == 0) cells[40].c = 7; /*A*/
}

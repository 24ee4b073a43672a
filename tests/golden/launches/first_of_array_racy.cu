// expect: refuted
// finding: race confirmed error A A
// finding: race confirmed error B B
// more: yes
// An array's name is a pointer to its first element: what is written through it is written there.
__global__ void columns(int* v) { v[threadIdx.y * 4 + threadIdx.x] = threadIdx.x; /*A*/ }
__global__ void differ(int* v, int a, int b) { if (a != b) v[0] = threadIdx.x; /*B*/ }
struct Size { int x, y; };
void five(int* a) { *a = 5; }
void run(int* v, int n) {
  dim3 block[1] = {dim3(4, 64)};
  block->x = 64;
  block->y = 4;
  columns<<<1, block[0]>>>(v);
  Size sizes[2] = {{n, n}, {n, n}};
  sizes->x = 5;
  differ<<<1, 32>>>(v, n, sizes[0].x);
  int list[2] = {n, n};
  five(list);
  differ<<<1, 32>>>(v, n, list[0]);
}

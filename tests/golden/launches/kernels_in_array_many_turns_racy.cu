// expect: refuted
// finding: race confirmed error A A
// finding: race confirmed error B B
// more: yes
// What one turn launches is not what the next does: sizes, arguments, and kernels that are named.
__global__ void rows(int* v) { v[threadIdx.y * 64 + threadIdx.x] = threadIdx.x; }
__global__ void columns(int* v) { v[threadIdx.y * 4 + threadIdx.x] = threadIdx.x; /*A*/ }
__global__ void put(int* v, int n) { v[threadIdx.x / n] = threadIdx.x; /*B*/ }

void run(int* v) {
  void (*kernels[3])(int*) = {rows, columns, columns};
  void (*puts[2])(int*, int) = {put, put};
  dim3 blocks[3] = {dim3(64, 4), dim3(4, 64), dim3(64, 4)};
  for (int k = 0; k < 3; k++) kernels[k]<<<1, blocks[k]>>>(v);
  for (int k = 0; k < 2; k++) puts[k]<<<1, 64>>>(v, k + 1);
}

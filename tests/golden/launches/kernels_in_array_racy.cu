// expect: refuted
// finding: race confirmed error A A
// The last turn, behind one that is left out, gives 'columns' a block of rows.
__global__ void rows(int* v) { v[threadIdx.y * 64 + threadIdx.x] = threadIdx.x; }
__global__ void columns(int* v) { v[threadIdx.y * 4 + threadIdx.x] = threadIdx.x; /*A*/ }

void run(int* v) {
  void (*kernels[3])(int*) = {rows, columns, columns};
  const dim3 blocks[3] = {dim3(64, 4), dim3(4, 64), dim3(64, 4)};
  for (int k = 0; k < 3; k++) {
    if (k == 1) continue;
    kernels[k]<<<1, blocks[k]>>>(v);
  }
}

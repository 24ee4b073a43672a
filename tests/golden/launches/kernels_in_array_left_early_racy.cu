// expect: refuted
// finding: race confirmed error A A
// A turn after which nobody knows whether there is another.
__global__ void rows(int* v) { v[threadIdx.y * 64 + threadIdx.x] = threadIdx.x; }
__global__ void columns(int* v) { v[threadIdx.y * 4 + threadIdx.x] = threadIdx.x; /*A*/ }
bool is_done(int k);

void run(int* v) {
  void (*kernels[2])(int*) = {rows, columns};
  dim3 block(64, 4);
  for (int k = 0; k < 2; k++) {
    kernels[k]<<<1, block>>>(v);
    if (is_done(k)) break;
    block = dim3(4, 64);
    if (is_done(k)) block = dim3(64, 4);
  }
}

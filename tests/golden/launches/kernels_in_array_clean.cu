// expect: verified
// Kernels, and the blocks that are theirs, in two arrays: each turn takes one of both.
__global__ void rows(int* v) { v[threadIdx.y * 64 + threadIdx.x] = threadIdx.x; }
__global__ void columns(int* v) { v[threadIdx.y * 4 + threadIdx.x] = threadIdx.x; }

dim3 blocks[2];

void run(int* v, int* host) {
  void (*kernels[2])(int*);
  kernels[0] = rows;
  kernels[1] = columns;
  blocks[0] = dim3(64, 4);
  blocks[1] = dim3(4, 64);
  for (int k = 0; k < 2; k++) {
    kernels[k]<<<1, blocks[k]>>>(v);
    for (int i = 0; i < 20; i++) kernels[k]<<<1, blocks[k]>>>(v);
    cudaMemcpy(host, v, 1024, cudaMemcpyDeviceToHost);
  }
}

int main() {
  int* v;
  cudaMalloc(&v, 1024);
  run(v, new int[256]);
}

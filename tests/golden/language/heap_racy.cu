// expect: refuted
// flags: --block 64
// finding: race confirmed error A A
// finding: race possible error B B
// finding: race possible error C C
// finding: divergence possible error D
// What comes from such memory, how far it lies from others' and whether there is any left is not the
// same for all threads.
__global__ void halved(int* out, int n) {
  int* p = new int[n];
  p[0] = threadIdx.x;
  out[p[0] / 2] = p[0]; /*A*/
  delete[] p;
}

__global__ void by_address(int* out, int n) {
  int* p = new int[n];
  out[(unsigned long long)p % n] = threadIdx.x; /*B*/
}

__global__ void both_null(int* out) {
  int *p = (int*)malloc(4), *q = (int*)malloc(4);
  if (p == q) out[0] = threadIdx.x; /*C*/
}

__global__ void some_come(int* out) {
  int* p = (int*)malloc(4);
  if (p) __syncthreads(); /*D*/
  out[blockIdx.x * blockDim.x + threadIdx.x] = 1;
}

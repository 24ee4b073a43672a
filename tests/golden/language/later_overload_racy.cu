// expect: refuted
// flags: --block 64
// finding: race confirmed error A A
// The better overload is declared after the kernel, which does not see it.
__device__ int place(long long) { return 0; }

__global__ void fill(int* out) {
  int i = threadIdx.x;
  /*A*/ out[place(i)] = i;
}

__device__ int place(int i) { return i; }

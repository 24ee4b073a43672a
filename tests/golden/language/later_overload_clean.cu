// expect: verified
// flags: --block 64
// The better overload is declared after the kernel, which does not see it.
__device__ int place(long long i) { return (int)i; }

__global__ void fill(int* out) {
  int i = threadIdx.x;
  out[place(i)] = i;
}

__device__ int place(int) { return 0; }

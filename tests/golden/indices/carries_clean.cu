// expect: verified
// flags: --block 64 --grid 1
// Each thread keeps its own carry, or none can be.
__global__ void add(unsigned* a, const unsigned* b) {
  __shared__ unsigned carried[65];
  const unsigned sum = b[threadIdx.x] + b[threadIdx.x + 64];
  carried[threadIdx.x + 1] = sum < b[threadIdx.x];
  if (threadIdx.x == 0) carried[0] = 0;
  __syncthreads();
  a[threadIdx.x] = sum + carried[threadIdx.x];
}

__global__ void none(int* a, unsigned m) {
  __requires(m < 1000);
  const unsigned sum = m + threadIdx.x;
  if (sum < m) a[0] = threadIdx.x;
}

__global__ void not_less(int* a, unsigned n) {
  __requires(n < 0xffffffffu);
  if (n + 1 <= n) a[0] = threadIdx.x;
}

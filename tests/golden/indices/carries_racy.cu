// expect: refuted
// flags: --block 64 --grid 1
// finding: race confirmed error A B
// finding: race confirmed error C C
// finding: race confirmed error D D
// finding: race confirmed error E E
// finding: race confirmed error F F
// finding: race confirmed error G G
// A sum that is smaller than what was added: where a program asks, it may be.
__global__ void add(unsigned* a, const unsigned* b) {
  __shared__ unsigned carried[65];
  carried[threadIdx.x] = 0;
  __syncthreads();
  const unsigned sum = b[threadIdx.x] + b[threadIdx.x + 64];
  if (sum < b[threadIdx.x]) carried[threadIdx.x + 1] = 1; /*A*/
  a[threadIdx.x] = sum + carried[threadIdx.x]; /*B*/
}

__global__ void with_thread(int* a, unsigned m) {
  const unsigned sum = m + threadIdx.x;
  if (sum < m) a[0] = threadIdx.x; /*C*/
}

__global__ void of_two(int* a, const unsigned* b) {
  if (b[1] > b[0] + b[1]) a[0] = threadIdx.x; /*D*/
}

__global__ void of_long(int* a, unsigned long long m, unsigned long long n) {
  const unsigned long long sum = n + m;
  if (!(sum >= n)) a[0] = threadIdx.x; /*E*/
}

__global__ void successor(int* a, unsigned n) {
  if (n + 1 <= n) a[0] = threadIdx.x; /*F*/
}

__global__ void twice(int* a, const unsigned* b) {
  if ((b[0] << 1) < b[0]) a[0] = threadIdx.x; /*G*/
}

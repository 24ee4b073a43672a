// expect: verified
// Both launches keep to what the kernel asserts; one of them leaves the size open.
__global__ void quarters(int* out, int n) {
  assert(n % 4 == 0);
  assert(blockDim.x == 64);
  out[blockIdx.x * n + threadIdx.x] = n % 4;
  if (n % 4 != 0) out[0] = threadIdx.x;
}

void fixed(int* out) { quarters<<<1, 64>>>(out, 8); }
void open(int* out, int n) { quarters<<<1, 64>>>(out, n); }

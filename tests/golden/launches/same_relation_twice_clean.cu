// expect: verified
// assumes: gridDim.x == n / 192
// Two launches that compute the grid in the same way from different values.
__global__ void fill(int* out, int n) {
  if (blockIdx.x * 192 + threadIdx.x < n && gridDim.x <= n / 192)
    out[blockIdx.x * 192 + threadIdx.x] = n;
  if (gridDim.x > n / 192) out[0] = threadIdx.x;
}

void first(int* out, int n) { fill<<<n / 192, 192>>>(out, n); }
void second(int* out, int a, int b) { fill<<<(a + b) / 192, 192>>>(out, a + b); }

// expect: verified
// One dynamic array, cut into parts of different types.
extern __shared__ unsigned char pool[];
__global__ void parts(double* out, int n) {
  double* a = (double*)pool;
  int* b = (int*)(a + blockDim.x);
  short* c = (short*)&b[blockDim.x];
  int t = threadIdx.x;
  a[t] = t;
  b[t] = t;
  c[t] = t;
  __syncthreads();
  int u = blockDim.x - 1 - t;
  out[blockIdx.x * blockDim.x + t] = a[u] + b[u] + c[u];
}

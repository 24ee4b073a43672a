// expect: verified
__global__ void k(int *out) {
  int v[4] = {1, 2, 3, 4}, sum = 0;
  for (auto &x : v) x = threadIdx.x;
  for (int x : v) sum += x;
  __shared__ int s[8];
  if (threadIdx.x == 0)
    for (auto &x : s) x = sum;
  __syncthreads();
  out[blockIdx.x * blockDim.x + threadIdx.x] = s[threadIdx.x % 8];
}

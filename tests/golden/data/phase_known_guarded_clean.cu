// expect: verified
__global__ void reverse(int* out, int n) {
  __shared__ int s[1024];
  int t = threadIdx.x;
  if (t < n) s[t] = 3 * t;
  __syncthreads();
  if (t < n) out[blockIdx.x * 3072 + s[t]] = t;
}

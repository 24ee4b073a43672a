// expect: verified
__global__ void jump(int* out, int n) {
  int i = 0;
again:
  out[blockIdx.x * blockDim.x + threadIdx.x] = i;
  if (++i < n) goto again;
}

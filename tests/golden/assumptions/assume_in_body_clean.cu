// expect: verified
__global__ void pairs(int* out, int k) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int j = i + k;
  __assume(k == 0);
  out[j] = i;
  out[i] = j;
}

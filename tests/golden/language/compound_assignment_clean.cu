// expect: verified
__global__ void compound(int* out, int n) {
  __requires(gridDim.x <= 65535);
  int i = threadIdx.x;
  i += blockIdx.x * blockDim.x;
  int j = i;
  j <<= 2;
  j |= 3;
  j -= 3;
  j >>= 1;
  out[j] = i;
  out[j ^ 1] = n;
}

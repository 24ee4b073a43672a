// expect: verified
// assumes: range(bin, 0, 16) (__requires)
__global__ void mark(int* out, const int* bin, int n) {
  __requires(range(bin, 0, 16));
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[16 * i + bin[i]] = i;
}

// expect: verified
// flags: --block 256
// assumes: what __ldg reads of 'data' the kernel has not written
// Each thread changes its own element: it is read by __ldg before. Of an array that is only read nothing is said.
__global__ void scale(float *data, const float *factor, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) data[i] = __ldg(data + i) * __ldg(factor);
}

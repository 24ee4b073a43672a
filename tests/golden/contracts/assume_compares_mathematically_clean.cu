// expect: verified
// flags: --assume "stride >= gridDim.x * blockDim.x"
// A negative stride is no large unsigned number in an assumption.
__global__ void k(float *a, int stride) {
  a[(int)blockIdx.y * stride + (int)(blockIdx.x * blockDim.x + threadIdx.x)] = blockIdx.y;
}

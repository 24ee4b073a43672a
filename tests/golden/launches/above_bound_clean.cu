// expect: verified
// assumes: blockDim.x * blockDim.y * blockDim.z <= 256
// The launch fails with an error of the host: the kernel is checked for the blocks that it allows.
__global__ void __launch_bounds__(256) rows(float *a) {
  a[blockIdx.x * 256 + threadIdx.x] = blockIdx.x;
}
void run(float *a) {
  rows<<<4, 512>>>(a);
}

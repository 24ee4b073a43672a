// expect: verified
// assumes: blockDim.y == 1
// What the launch passes is not understood, so axes that the kernel does not use are 1 as without it.
__global__ void copy(float* out, const float* in, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = in[i] + 1;
}
void run(float* out, const float* in, int n, dim3 grid, dim3 block) {
  copy<<<grid, block>>>(out, in, n);
}

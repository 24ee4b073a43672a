// expect: verified
// assumes: blockDim.x * blockDim.y * blockDim.z <= 256
// How many threads the launch asks for is not known: no more than the kernel allows.
__global__ void __launch_bounds__(256) rows(float* v) {
  v[blockIdx.x * 256 + threadIdx.x] = blockIdx.x;
}
void run(float* v, int n) { rows<<<4, n>>>(v); }

// expect: verified
// What is not understood stands where the assumption never leads.
__device__ void elsewhere(int* p);
__global__ void choose(int* out, int mode) {
  __requires(mode == 1);
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (mode == 2) elsewhere(out);
  out[i] = mode;
}

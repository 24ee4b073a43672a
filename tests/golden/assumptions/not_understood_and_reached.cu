// expect: unknown
// unknown: A elsewhere
__device__ void elsewhere(int* p);
__global__ void choose(int* out, int mode) {
  __requires(mode != 1);
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (mode == 2) elsewhere(out); /*A*/
  out[i] = mode;
}

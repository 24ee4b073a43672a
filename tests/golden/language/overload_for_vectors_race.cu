// expect: refuted
// finding: race confirmed error A A
// A file's overload for vectors does not take a call for numbers.
inline __device__ int min(int2 a, int2 b) { return blockIdx.x * blockDim.x + threadIdx.x; }

__global__ void clamp_to_three(int* out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[min(i, 3)] = i; /*A*/
}

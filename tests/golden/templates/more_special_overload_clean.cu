// expect: verified
// Of two templates that fit, the one for pointers is meant.
template <typename T>
__device__ int step(T) {
  return 0;
}
template <typename T>
__device__ int step(T*) {
  return 1;
}
__global__ void steps(float* out) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i * step(out)] = i;
}

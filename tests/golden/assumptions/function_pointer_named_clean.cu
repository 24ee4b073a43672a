// expect: verified
typedef int (*Step)(int);
__device__ int twice(int x) { return 2 * x; }
__device__ int next(int x) { return x + 1; }
__global__ void apply(int* out, Step step) {
  __requires(step == twice || step == next);
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = step(i);
}

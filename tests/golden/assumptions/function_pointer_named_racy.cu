// expect: refuted
// finding: race any error A A
// One of the two makes equal cells of different threads.
typedef int (*Step)(int);
__device__ int halve(int x) { return x / 2; }
__device__ int next(int x) { return x + 1; }
__global__ void apply(int* out, Step step) {
  __requires(step == halve || step == next);
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[step(i)] = i; /*A*/
}

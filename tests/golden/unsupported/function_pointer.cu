// expect: refuted
// finding: assertion confirmed error A
// unknown: A call through a pointer
// more: yes
__device__ int twice(int v) { return 2 * v; }
__global__ void call(int* out, int (*f)(int)) {
  out[f(threadIdx.x)] = 1; /*A*/
}

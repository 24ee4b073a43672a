// expect: refuted
// finding: race confirmed error A A
__device__ void put(int* cell, int v) { *cell = v; /*A*/ }
__global__ void addresses(int* out) {
  int t = threadIdx.x + blockIdx.x * blockDim.x;
  put(&out[t], t);
  put(&out[t + 1], t);
}

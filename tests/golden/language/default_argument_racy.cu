// expect: refuted
// finding: race confirmed error A A
__device__ void put(int* to, int value, int stride = 1, int base = 0) {
  to[base + stride * (blockIdx.x * blockDim.x + threadIdx.x)] = value; /*A*/
}
__global__ void fill(int* w) {
  put(w, threadIdx.x);
  put(w, blockIdx.x, 2);
}

// expect: refuted
// flags: --grid 1
// finding: race confirmed error A A
// Rows of the wrong length: the size along the other axis.
__device__ int place(uint3 thread, dim3 block) { return thread.x + block.y * thread.y; }

__global__ void fill(int* a) {
  dim3 d = blockDim;
  if (threadIdx.z == 0) a[place(threadIdx, d)] = threadIdx.x; /*A*/
}

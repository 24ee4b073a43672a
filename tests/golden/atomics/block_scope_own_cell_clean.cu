// expect: verified
__global__ void count(int *cells, int *left) {
  left[blockIdx.x * blockDim.x + threadIdx.x] = atomicAdd_block(&cells[blockIdx.x], 1);
}
__global__ void of_system(int *cell) { atomicAdd_system(cell, 1); }
__global__ void in_shared(int *out) {
  __shared__ int sum;
  if (threadIdx.x == 0) sum = 0;
  __syncthreads();
  atomicAdd_block(&sum, (int)threadIdx.x);
  __syncthreads();
  if (threadIdx.x == 0) out[blockIdx.x] = sum;
}

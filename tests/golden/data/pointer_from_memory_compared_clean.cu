// expect: verified
// flags: --block 64
// All threads of the block read one pointer: all come to the barrier, or none.
__global__ void k(int* out, int** rows) {
  __shared__ int* row;
  if (threadIdx.x == 0) row = (int*)malloc(64 * sizeof(int));
  __syncthreads();
  if (row == nullptr) return;
  __syncthreads();
  if (rows[blockIdx.x] == nullptr) return;
  __syncthreads();
  out[blockIdx.x * 64 + threadIdx.x] = 1;
}

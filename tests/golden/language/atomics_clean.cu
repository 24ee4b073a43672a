// expect: verified
__global__ void atomics(int* total, int* low, unsigned* slots) {
  __shared__ int local;
  if (threadIdx.x == 0) local = 0;
  __syncthreads();
  atomicAdd_block(&local, 1);
  atomicMin(low, threadIdx.x);
  atomicCAS(&slots[threadIdx.x % 4], 0u, 1u);
  __syncthreads();
  if (threadIdx.x == 0) atomicAdd(total, local);
}

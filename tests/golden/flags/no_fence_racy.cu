// expect: refuted
// finding: race confirmed error A B
// finding: race confirmed error C D
// flags: --grid 2
// Atomics alone order nothing, though the way of a block depends on what they tell.
__global__ void looks_first(unsigned* count, unsigned* key) {
  if (count[0] < 8)                                                           /*A*/
    key[blockIdx.x * blockDim.x + threadIdx.x] = atomicAdd(count, 1);         /*B*/
}

__global__ void looks_where_its_block_says(unsigned* count) {
  __shared__ unsigned place;
  if (threadIdx.x == 0) place = 0;
  __syncthreads();
  const unsigned p = atomicAdd(&place, 1);
  if (count[p] < 8)        /*C*/
    atomicAdd(count, 1);   /*D*/
}

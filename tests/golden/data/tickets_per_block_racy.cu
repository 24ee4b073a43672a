// expect: refuted
// finding: race any error A A
// Every block has its own counter, and all write to one queue.
__global__ void append(int* out) {
  __shared__ int next;
  if (threadIdx.x == 0) next = 0;
  __syncthreads();
  out[atomicAdd(&next, 1)] = blockIdx.x; /*A*/
}

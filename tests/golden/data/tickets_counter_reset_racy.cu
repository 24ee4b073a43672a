// expect: refuted
// flags: --block 64
// finding: race any error A A
// The counter starts again between the two uses of the queue, and no barrier parts them.
__global__ void twice(int* out) {
  __shared__ int next;
  __shared__ int queue[128];
  int t = threadIdx.x;
  if (t == 0) next = 0;
  __syncthreads();
  int first = atomicAdd(&next, 1);
  __syncthreads();
  if (t == 0) next = 0;
  __syncthreads();
  int second = atomicAdd(&next, 1);
  queue[t % 2 == 0 ? first : second] = t; /*A*/
}

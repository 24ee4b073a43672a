// expect: refuted
// finding: race confirmed error A A
// suggests: (blockDim.x & (blockDim.x - 1)) == 0
// The last of nine threads reads from the next block's part.
__global__ void by_remainder(int* data) {
  unsigned t = threadIdx.x; int* mine = data + blockIdx.x * blockDim.x;
  for (int stride = 1; stride < blockDim.x; stride *= 2) {
    if (t % (2 * stride) == 0) mine[t] += mine[t + stride]; /*A*/
    __syncthreads();
  }
}

// expect: verified
// flags: --infer-requires
// under: (blockDim.x & (blockDim.x - 1)) == 0
// A block that is no power of two reads from its neighbour's part.
__global__ void by_index(int* data) {
  int t = threadIdx.x;
  int* mine = data + blockIdx.x * blockDim.x;
  for (int stride = 1; stride < blockDim.x; stride *= 2) {
    int i = 2 * stride * t;
    if (i < blockDim.x) mine[i] += mine[i + stride];
    __syncthreads();
  }
}

// expect: verified
// more: yes
// flags: --block 256
// As the first version of every reduction: pairs of neighbours in global memory, then strides.
__global__ void by_remainder(int* data, int* out, unsigned n) {
  unsigned t = threadIdx.x;
  if (t >= n) return;
  int* mine = data + blockIdx.x * blockDim.x;
  for (int stride = 1; stride < blockDim.x; stride *= 2) {
    if (t % (2 * stride) == 0) mine[t] += mine[t + stride];
    __syncthreads();
  }
  if (t == 0) out[blockIdx.x] = mine[0];
}
__global__ void by_index(int* data) {
  int t = threadIdx.x;
  int* mine = data + blockIdx.x * blockDim.x;
  for (int stride = 1; stride < blockDim.x; stride *= 2) {
    int i = 2 * stride * t;
    if (i < blockDim.x) mine[i] += mine[i + stride];
    __syncthreads();
  }
}

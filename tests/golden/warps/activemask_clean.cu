// expect: verified
__global__ void own_cells(int* out, const int* in, int n) {
  __shared__ int tile[1024];
  const int i = threadIdx.x + blockIdx.x * blockDim.x;
  if (i < n && in[i] > 0) {
    const unsigned mask = __activemask();
    tile[threadIdx.x] = in[i];
    __syncwarp(mask);
    out[i] = tile[threadIdx.x] + __popc(mask);
    __syncwarp(__activemask());
  }
}

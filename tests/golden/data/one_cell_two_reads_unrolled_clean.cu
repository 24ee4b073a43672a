// expect: verified
// flags: --block 16,16
// The loop is short enough to be unrolled. A thread writes its cell where it is empty; others read it only where it is full. Both look at one
// content, through different statements.
__global__ void close_over(int* out, const int* in, int unused) {
  __shared__ int link[16][16];
  int x = threadIdx.x, y = threadIdx.y;
  link[y][x] = in[y * 16 + x];
  __syncthreads();
  for (int k = 0; k < 8; k++) {
    if (link[y][x] == 0)
      if (link[y][k] != 0 && link[k][x] != 0) link[y][x] = k + 1;
    __syncthreads();
  }
  out[y * 16 + x] = link[y][x];
}

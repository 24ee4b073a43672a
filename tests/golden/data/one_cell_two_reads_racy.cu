// expect: refuted
// flags: --block 16,16
// finding: race any error A B
// Full cells are overwritten, too: then what others read there changes.
__global__ void close_over(int* out, const int* in, int rounds) {
  __shared__ int link[16][16];
  int x = threadIdx.x, y = threadIdx.y;
  link[y][x] = in[y * 16 + x];
  __syncthreads();
  for (int k = 0; k < rounds; k++) {
    if (link[y][x] != 0)
      if (link[y][k % 16] != 0 && link[k % 16][x] != 0) /*A*/
        link[y][x] = k + 1; /*B*/
    __syncthreads();
  }
  out[y * 16 + x] = link[y][x];
}

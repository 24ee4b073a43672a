// expect: refuted
// finding: race any error A A
// more: yes
// suggests: blockDim.x <= 16
// An instance that the constants of its host rule out is one for others: the block that is made of
// the same constant is not its block.
template <int N> __global__ void turn(float* p) {
  __shared__ float tile[N][N];
  tile[threadIdx.y][threadIdx.x] = p[threadIdx.y * N + threadIdx.x];
  __syncthreads();
  /*A*/ p[threadIdx.y * N + threadIdx.x] = tile[threadIdx.x][threadIdx.y];
}

void host(float* p) {
  int size = 32;
  dim3 block(size, size);
  if (size == 16)
    turn<16><<<1, block>>>(p);
  else
    turn<32><<<1, block>>>(p);
}

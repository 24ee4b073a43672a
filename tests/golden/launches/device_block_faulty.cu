// expect: refuted
// finding: race confirmed error A B
// The largest block that every device runs has more threads than the tile has columns.
__global__ void sums(const int* in, int* out) {
  __shared__ int tile[2048];
  int t = threadIdx.x;
  tile[t] = in[blockIdx.x * blockDim.x + t]; /*A*/
  tile[t + 1023] = 1;                        /*B*/
  __syncthreads();
  out[blockIdx.x * blockDim.x + t] = tile[t];
}

void run(const int* in, int* out, int blocks) {
  int threads;
  cudaDeviceGetAttribute(&threads, cudaDevAttrMaxThreadsPerBlock, 0);
  sums<<<blocks, threads>>>(in, out);
}

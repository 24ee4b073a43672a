// expect: verified
// assumes: blockDim = (16, 16, 1)
// The branch before knows the size, and what comes after both branches forgets no more than that.
template <int N> __global__ void transpose(float* v) {
  __shared__ float tile[N][N];
  tile[threadIdx.y][threadIdx.x] = v[blockIdx.x * N * N + threadIdx.y * N + threadIdx.x];
  __syncthreads();
  v[blockIdx.x * N * N + threadIdx.y * N + threadIdx.x] = tile[threadIdx.x][threadIdx.y];
}
void run(float* v, int width, int n) {
  dim3 threads(width, width);
  float scale;
  if (width == 16) {
    scale = 1;
  } else {
    scale = 2;
  }
  for (int i = 0; i < 100; ++i)
    if (width == 16) {
      transpose<16><<<n, threads>>>(v);
    }
}

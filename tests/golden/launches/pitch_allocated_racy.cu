// expect: refuted
// finding: race confirmed error A A
// finding: race confirmed error B B
// finding: race confirmed error C C
// The width is given in elements where bytes are meant, another width, or the pitch is changed behind it.
template <int N> __global__ void rows(float* m, size_t pitch, int width, int height) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= width || y >= height) return;
  if (N == 0) ((float*)((char*)m + y * pitch))[x] = x + y; /*A*/
  if (N == 1) ((float*)((char*)m + y * pitch))[x] = x + y; /*B*/
}

__global__ void slices(cudaPitchedPtr p, int width, int height) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < width && y < height) ((float*)((char*)p.ptr + y * p.pitch))[x] = x + y; /*C*/
}

void run(int width, int height) {
  float *m, *other;
  size_t pitch;
  dim3 block(16, 16), grid((width + 15) / 16, (height + 15) / 16);
  cudaMallocPitch((void**)&m, &pitch, width, height);
  rows<0><<<grid, block>>>(m, pitch, width, height);

  cudaMallocPitch((void**)&m, &pitch, width * sizeof(float), height);
  cudaMallocPitch((void**)&other, &pitch, height * sizeof(float), width);
  rows<1><<<grid, block>>>(m, pitch, width, height);

  cudaPitchedPtr p;
  cudaMalloc3D(&p, make_cudaExtent(width * sizeof(float), height, 1));
  p.pitch /= 2;
  slices<<<grid, block>>>(p, width, height);
}

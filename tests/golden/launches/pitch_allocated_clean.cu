// expect: verified
// assumes: <= pitch
// assumes: <= p.pitch
// Rows that CUDA allocates are as far apart as their bytes, or farther: in bytes, in elements, and in
// slices.
__global__ void rows(float* m, size_t pitch, int width, int height) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < width && y < height) ((float*)((char*)m + y * pitch))[x] += 1;
}

__global__ void by_element(float* m, int stride, int width, int height) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < width && y < height) m[y * stride + x] += 1;
}

__global__ void slices(cudaPitchedPtr p, int width, int height, int depth) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= width || y >= height) return;
  for (int z = 0; z < depth; z++) {
    char* slice = (char*)p.ptr + z * p.pitch * height;
    ((float*)(slice + y * p.pitch))[x] += 1;
  }
}

void run(int width, int height, int depth) {
  float* m;
  size_t pitch;
  cudaMallocPitch((void**)&m, &pitch, width * sizeof(float), height);
  dim3 block(16, 16), grid((width + 15) / 16, (height + 15) / 16);
  rows<<<grid, block>>>(m, pitch, width, height);
  by_element<<<grid, block>>>(m, pitch / sizeof(float), width, height);

  cudaPitchedPtr p;
  cudaMalloc3D(&p, make_cudaExtent(width * sizeof(float), height, depth));
  slices<<<grid, block>>>(p, width, height, depth);
}

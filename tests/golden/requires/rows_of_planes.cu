// expect: verified
// flags: --infer-requires
// under: pitch >= 4 * width && slice >= pitch * height
// under: pitch >= 8 * blockDim.x
// Images one behind another, each of rows of pixels; and rows as long as a block.
__global__ void images(unsigned char* out, int width, int height, int depth, size_t pitch,
                       size_t slice) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= width || y >= height) return;
  for (int z = 0; z < depth; ++z) {
    unsigned char* pixel = out + z * slice + y * pitch + 4 * x;
    pixel[0] = x;
    pixel[1] = y;
    pixel[3] = z;
  }
}

__global__ void add(float2* v, size_t pitch, int row, int column) {
  float2* at = (float2*)((char*)v + (threadIdx.y + row) * pitch) + threadIdx.x + column;
  at->x += 1;
  at->y += 2;
}

void run(unsigned char* out, float2* v, int width, int height, int depth, size_t pitch,
         size_t slice, int r) {
  dim3 block(16, 16), grid((width + 15) / 16, (height + 15) / 16);
  images<<<grid, block>>>(out, width, height, depth, pitch, slice);
  add<<<1, dim3(2 * r + 1, 2 * r + 1)>>>(v, pitch, r, r);
}

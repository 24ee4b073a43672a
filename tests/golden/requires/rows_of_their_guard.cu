// expect: refuted
// finding: race confirmed error A A
// finding: race confirmed error B B
// suggests: pitch >= half
// suggests: pitch >= width / 2
// Rows are told apart where they are as long as the guard says, and not only as a block is.
__global__ void by_half(unsigned half, unsigned height, unsigned pitch, float* out) {
  const unsigned x = blockIdx.x * blockDim.x + threadIdx.x;
  const unsigned y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < half && y < height)
    /*A*/ for (unsigned d = 0; d < 16; ++d) out[(y * 16 + d) * pitch + x] = d;
}

__global__ void by_quotient(unsigned width, unsigned height, unsigned pitch, float* out) {
  const unsigned x = blockIdx.x * blockDim.x + threadIdx.x;
  const unsigned y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < width / 2 && y < height)
    /*B*/ for (unsigned d = 0; d < 16; ++d) out[(y * 16 + d) * pitch + x] = d;
}

void host(unsigned n, unsigned height, unsigned pitch, float* out, dim3 grid, dim3 block) {
  by_half<<<grid, block>>>(n, height, pitch, out);
  by_quotient<<<grid, block>>>(n, height, pitch, out);
}

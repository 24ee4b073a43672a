// expect: verified
// flags: --block 256 --assume "w > 0 && h > 0 && row >= w && plane >= h * row"
// Planes of rows, both padded.
__global__ void pad(float* out, const float* in, int n, int w, int h, int row, int plane) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i / (w * h) * plane + i / w % h * row + i % w] = in[i];
}

// expect: refuted
// finding: race confirmed error W W
// flags: --block 64 --grid 1
// What is read at two places may differ.
__global__ void halve(float* out, cudaTextureObject_t image, float scale) {
  out[threadIdx.x / 2] = tex2D<float>(image, threadIdx.x * scale, 0.5f); /*W*/
}

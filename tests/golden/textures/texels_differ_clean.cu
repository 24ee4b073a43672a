// expect: verified
// flags: --block 64 --grid 1
// assumes: textures
__global__ void halve(float* out, cudaTextureObject_t image, float scale) {
  out[threadIdx.x] = tex2D<float>(image, threadIdx.x * scale, 0.5f);
}

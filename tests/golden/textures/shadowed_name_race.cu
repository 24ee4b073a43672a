// expect: refuted
// finding: race confirmed error W W
// flags: --block 64 --grid 1
// The parameter hides a texture of its name, which the function shows.
texture<float, 1> image;
__device__ float of_file(int x) { return tex1Dfetch(image, x); }
__global__ void mix(float* out, cudaTextureObject_t image) {
  out[threadIdx.x / 2] = threadIdx.x % 2 ? of_file(0) : tex1Dfetch<float>(image, 0); /*W*/
}

// expect: refuted
// finding: race possible error W W
// flags: --block 64 --grid 1
// Whether two textures show the same is not known.
struct Images { cudaTextureObject_t of[4]; };
__global__ void mix(float* out, Images images) {
  out[threadIdx.x / 4] = tex2D<float>(images.of[threadIdx.x % 4], 0.5f, 0.5f); /*W*/
}

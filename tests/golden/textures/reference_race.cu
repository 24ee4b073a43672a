// expect: refuted
// finding: race confirmed error W W
// flags: --block 64 --grid 1
texture<uchar4, 2, cudaReadModeNormalizedFloat> image;
__global__ void halve(float4* out) {
  out[threadIdx.x / 2] = tex2D(image, threadIdx.x, 0); /*W*/
}

// expect: refuted
// finding: race possible error S S
// flags: --timeout 1
// Rows of width 0: all threads write the first element. What they pack there is too hard to compare
// in a second; a run comes to both stores, so they are told.
__device__ unsigned pack(float4 v) {
  v.x = __saturatef(v.x);
  v.y = __saturatef(v.y);
  v.z = __saturatef(v.z);
  v.w = __saturatef(v.w);
  return ((unsigned)(v.w * 255.0f) << 24) | ((unsigned)(v.z * 255.0f) << 16) |
         ((unsigned)(v.y * 255.0f) << 8) | ((unsigned)(v.x * 255.0f));
}
__global__ void rows(unsigned *out, int w, int h, int r, cudaTextureObject_t in) {
  unsigned y = blockIdx.x * blockDim.x + threadIdx.x;
  if (y >= h) return;
  float4 t = make_float4(0, 0, 0, 0);
  for (int x = -r; x <= r; x++) {
    float4 v = tex2D<float4>(in, x, y);
    t.x += v.x;
    t.y += v.y;
    t.z += v.z;
    t.w += v.w;
  }
  out[y * w] = pack(t); /*S*/
}
void launch(unsigned *out, int w, int h, int r, int threads, cudaTextureObject_t in) {
  rows<<<h / threads, threads>>>(out, w, h, r, in);
}

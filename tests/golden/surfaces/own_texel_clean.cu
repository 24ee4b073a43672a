// expect: verified
__global__ void shade(cudaSurfaceObject_t to, cudaTextureObject_t from, float *out, int w, int h) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= w || y >= h) return;
  float v = tex2DLod<float>(from, x, y, 0);
  surf2Dwrite(v, to, x * 4, y);
  out[y * w + x] = v + tex2D<float4>(from, x + 0.5f, y).x;
}
__global__ void volume(cudaSurfaceObject_t s) {
  uchar4 v;
  surf3Dread(&v, s, threadIdx.x * 4, threadIdx.y, threadIdx.z);
  v.x += 1;
  surf3Dwrite(v, s, threadIdx.x * sizeof(uchar4), threadIdx.y, threadIdx.z);
}
__global__ void layers(cudaSurfaceObject_t s, float *out) {
  int t = threadIdx.x;
  surf1DLayeredwrite<int>(t, s, t * 4, blockIdx.x, cudaBoundaryModeTrap);
  out[blockIdx.x * blockDim.x + t] = tex1Dfetch<float>(s, t);
}
__global__ void reads(cudaSurfaceObject_t s, float *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = surf1Dread<float>(s, (i / 2) * 4, cudaBoundaryModeClamp);
}

// expect: verified
// flags: --block 32 --grid 1
// assumes: textures
// A function takes a reference by value, and hands it on.
texture<int, 1> counts;
__device__ int fetch(texture<int, 1> of, int i) { return tex1Dfetch(of, i); }
__device__ int doubled(texture<int, 1> of, int i) { return 2 * fetch(of, i); }
__global__ void spread(float* out) {
  const int times = doubled(counts, threadIdx.x);
  for (int i = 0; i < times && i < 4; i++)
    out[threadIdx.x * 4 + i] = threadIdx.x;
}

// expect: refuted
// finding: race confirmed error W W
// flags: --block 32 --grid 1
// How often each thread goes round a table says: a run is led by what it holds.
__global__ void spread(float* out, cudaTextureObject_t counts) {
  const unsigned times = tex1Dfetch<unsigned>(counts, threadIdx.x);
  for (unsigned i = 0; i < times; i++)
    out[threadIdx.x * 4 + i] = threadIdx.x; /*W*/
}

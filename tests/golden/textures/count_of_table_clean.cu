// expect: verified
// flags: --block 32 --grid 1
__global__ void spread(float* out, cudaTextureObject_t counts) {
  const unsigned times = tex1Dfetch<unsigned>(counts, threadIdx.x);
  for (unsigned i = 0; i < times && i < 4; i++)
    out[threadIdx.x * 4 + i] = threadIdx.x;
}

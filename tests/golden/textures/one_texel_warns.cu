// expect: verified
// finding: same-value-write confirmed warning W W
// flags: --block 64 --grid 1
// All threads read one texel of a table.
__global__ void fill(unsigned* out, cudaTextureObject_t table) {
  out[threadIdx.x / 2] = tex1Dfetch<unsigned>(table, 3); /*W*/
}

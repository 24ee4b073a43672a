// expect: refuted
// finding: race possible error A B
// flags: --grid 2
// As no_fence_racy.cu, but a fence may order what the atomic tells: it does not here.
__global__ void looks_behind_a_fence(unsigned* count, unsigned* key) {
  __threadfence();
  if (count[0] < 8)                                                     /*A*/
    key[blockIdx.x * blockDim.x + threadIdx.x] = atomicAdd(count, 1);   /*B*/
}

// movmatrix moves registers between the lanes of a warp, and touches no memory.
// expect: verified
// flags: --block 128
__global__ void k(unsigned* out) {
  unsigned x = threadIdx.x, y;
  asm volatile("movmatrix.sync.aligned.m8n8.trans.b16 %0, %1;" : "=r"(y) : "r"(x));
  out[blockIdx.x * 128 + threadIdx.x] = y;
}

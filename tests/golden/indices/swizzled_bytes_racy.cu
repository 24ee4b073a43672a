// expect: refuted
// flags: --block 64
// finding: race confirmed error A A
// more: yes
// Bits are cleared instead: two rows meet.
__device__ unsigned swizzled(unsigned at) { return at & ~((at & 0x380) >> 3); }
__global__ void stage(int4* out, const int4* in) {
  __shared__ int4 s[256];
  for (int k = 0; k < 4; ++k) {
    unsigned i = threadIdx.x + k * 64;
    *(int4*)((char*)s + swizzled(i * 16)) = in[i]; /*A*/
  }
}

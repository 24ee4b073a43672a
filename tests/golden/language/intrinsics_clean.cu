// expect: verified
#include <cuda_fp16.h>
__global__ void integers(unsigned *a) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  a[i] = __brev(i) + __byte_perm(i, i + 1, 0x5410) + __funnelshift_l(i, i, 3) + __dp4a(i, 3u, 4u) +
         __vabsdiffu4(i, 3) + __vmaxs2(i, 3) + __vcmpeq4(i, i) + __uhadd(i, 3u) + __umul64hi(i, i);
  __nanosleep(100);
  asm volatile("" ::: "memory");
}
__global__ void halves(__half *a, __half2 *b, float *d, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  __half h = __float2half_rn(d[i]);
  __half2 h2 = __floats2half2_rn(d[i], 1.f);
  b[i] = __hadd2(__hfma2(h2, h2, h2), b[i]);
  a[i] = hrsqrt(a[i]) + htanh(h) + h2rcp(h2).x + hlog2(h) + __hfma_relu(h, h, h) + __hadd_sat(h, h);
  d[i] = __half22float2(h2).x + __double2float_rz(__dmul_rd(2.0, d[i])) + __int2float_ru(i);
}
// Telling where a pointer leads writes nothing through it.
__global__ void kinds(int *out, void *p) {
  int i = blockIdx.x * blockDim.x + threadIdx.x, e;
  if (__isGlobal(p) && !__isShared(p)) out[i] = 1;
  float f = frexpf(out[i], &e);
  out[i] = e + (int)f;
}

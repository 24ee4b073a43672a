// expect: verified
// flags: --block 64
// Half rounded twice alike is one number.
#include <cuda_fp16.h>
__global__ void rounded(int *out, const __half *in) {
  __half x = in[blockIdx.x];
  if (__half2int_ru(x) > __half2int_ru(x)) out[0] = threadIdx.x;
}

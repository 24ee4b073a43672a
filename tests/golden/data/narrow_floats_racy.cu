// expect: refuted
// flags: --block 64
// finding: race confirmed error A B
// finding: race possible error A A
#include <cuda_fp4.h>

// Each thread stores one number of 4 bits: two threads change one byte.
__global__ void pack(const float* in, __nv_fp4x2_storage_t* out) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const __nv_fp4_storage_t code = __nv_cvt_float_to_fp4(in[i], __NV_E2M1, cudaRoundNearest);
  out[i / 2] = /*A*/
      out[i / 2] | code << 4 * (i % 2); /*B*/
}

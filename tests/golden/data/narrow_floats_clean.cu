// expect: verified
// flags: --block 64
#include <cuda_fp4.h>
#include <cuda_fp6.h>
#include <cuda_fp8.h>

// Two numbers of 4 bits share a byte, those of 6 and 8 bits have one each; four are one store.
static_assert(sizeof(__nv_fp4_e2m1) == 1 && sizeof(__nv_fp4x2_e2m1) == 1 && sizeof(__nv_fp4x4_e2m1) == 2);
static_assert(sizeof(__nv_fp6x2_e3m2) == 2 && sizeof(__nv_fp6x4_e2m3) == 4 && sizeof(__nv_fp8x4_e8m0) == 4);

__global__ void quantise(const float2* in, __nv_fp4x2_e2m1* packed, __nv_fp6x4_e2m3* six, __nv_fp8_e8m0* scales,
                         __nv_fp8x2_e4m3* eight, float* back) {
  __shared__ __nv_fp4x2_e2m1 tile[64];
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const float2 v = in[i];
  tile[threadIdx.x] = __nv_fp4x2_e2m1(v);
  six[i] = __nv_fp6x4_e2m3(float4{v.x, v.y, v.x, v.y});
  eight[i] = __nv_fp8x2_e4m3(__float22half2_rn(v));
  scales[i].__x = __nv_cvt_float_to_e8m0(v.x, __NV_SATFINITE, cudaRoundPosInf);
  __syncthreads();
  const __nv_fp4x2_e2m1 other = tile[63 - threadIdx.x];
  packed[i] = other;
  back[i] = static_cast<float2>(other).x + static_cast<float>(__nv_fp6_e3m2(v.y)) + static_cast<float>(scales[i]);
  // a code of four bits, whatever the number was
  atomicAdd(&back[__nv_cvt_float_to_fp4(v.x, __NV_E2M1, cudaRoundNearest) < 16 ? i : 0], 1.0f);
}

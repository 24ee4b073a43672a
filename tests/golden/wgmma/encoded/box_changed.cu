// expect: unknown
// unknown: L --tensor-map map=
// The host's code says how much a copy by the tensor map brings.
#include <cstdint>
#include <cuda.h>
#include <cuda_fp16.h>
__device__ unsigned at(const void *p) { return static_cast<unsigned>(__cvta_generic_to_shared(p)); }
__global__ void __launch_bounds__(128) columns(const __grid_constant__ CUtensorMap map, float *out, int rows) {
  __shared__ alignas(128) __half tile[32][64];
  __shared__ uint64_t full;
  if (threadIdx.x == 0) {
    asm volatile("mbarrier.init.shared::cta.b64 [%0], 1;" ::"r"(at(&full)));
    asm volatile("fence.mbarrier_init.release.cluster;");
  }
  __syncthreads();
  float sum = 0;
  for (int k = 0; k < rows; ++k) {
    if (threadIdx.x == 0) {
      asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;" ::"r"(at(&full)), "r"(32 * 64 * 2) : "memory"); /*A*/
      asm volatile("cp.async.bulk.tensor.2d.shared::cluster.global.tile.mbarrier::complete_tx::bytes [%0], [%1, {%2, %3}], [%4];" /*L*/
                   ::"r"(at(tile)), "l"(&map), "r"(64 * static_cast<int>(blockIdx.x)), "r"(32 * k), "r"(at(&full)) : "memory"); /*L*/
    }
    asm volatile("{\n.reg .pred p;\nAGAIN:\nmbarrier.try_wait.parity.shared::cta.b64 p, [%0], %1;\n" /*W*/
                 "@p bra DONE;\nbra AGAIN;\nDONE:\n}" ::"r"(at(&full)), "r"(k & 1) : "memory"); /*W*/
    if (threadIdx.x < 64)
      for (int r = 0; r < 32; ++r)
        sum += __half2float(tile[r][threadIdx.x]);
    asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
    __syncthreads();
  }
  if (threadIdx.x < 64) out[64 * blockIdx.x + threadIdx.x] = sum;
}
void run(void *data, float *out, uint64_t width, uint64_t height) {
  CUtensorMap map;
  const cuuint64_t dims[2] = {width, height}, strides[1] = {width * 2};
  cuuint32_t box[2] = {64, 32};
  const cuuint32_t steps[2] = {1, 1};
  if (height < 32) box[1] = height;
  cuTensorMapEncodeTiled(&map, CU_TENSOR_MAP_DATA_TYPE_FLOAT16, 2, data, dims, strides, box, steps,
                         CU_TENSOR_MAP_INTERLEAVE_NONE, CU_TENSOR_MAP_SWIZZLE_NONE,
                         CU_TENSOR_MAP_L2_PROMOTION_NONE, CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE);
  columns<<<width / 64, 128>>>(map, out, height / 32);
}

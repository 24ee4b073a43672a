// expect: unknown
// unknown: L --tensor-map in+64=
// The map of an object that is passed is made anew.
#include <cstdint>
#include <cuda.h>
#include <cuda_fp16.h>
// What makes a map is a template, which sets the extents one by one.
template <int height> void encode(CUtensorMap *map, void *data, uint64_t width, uint64_t rows) {
  constexpr CUtensorMapDataType type = height > 0 ? CU_TENSOR_MAP_DATA_TYPE_FLOAT16 : CU_TENSOR_MAP_DATA_TYPE_FLOAT32;
  uint64_t dims[2] = {0, 0};
  uint32_t box[2] = {0, 0}, steps[2] = {1, 1};
  dims[0] = width;
  dims[1] = rows;
  if constexpr (height > 16) {
    box[0] = 64;
    box[1] = height;
  } else {
    box[0] = 32;
    box[1] = 1;
  }
  const uint64_t strides[1] = {width * 2};
  const uint32_t *box_at = &box[0];
  const uint32_t *steps_at = &steps[0];
  cuTensorMapEncodeTiled(map, type, 2, data, dims, strides, box_at, steps_at, CU_TENSOR_MAP_INTERLEAVE_NONE,
                         CU_TENSOR_MAP_SWIZZLE_NONE, CU_TENSOR_MAP_L2_PROMOTION_NONE, CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE);
}
template <int height> struct Tiles {
  void *data;
  CUtensorMap map;
  Tiles() {}
  Tiles(void *at, uint64_t width, uint64_t rows) : data(at) { encode<height>(&map, at, width, rows); }
};
__device__ unsigned at(const void *p) { return static_cast<unsigned>(__cvta_generic_to_shared(p)); }
__global__ void __launch_bounds__(128) columns(const __grid_constant__ Tiles<32> in, float *out, int rows) {
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
                   ::"r"(at(tile)), "l"(&in.map), "r"(64 * static_cast<int>(blockIdx.x)), "r"(32 * k), "r"(at(&full)) : "memory"); /*L*/
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
  Tiles<32> tiles(data, width, height);
  encode<17>(&tiles.map, data, width, height);
  columns<<<width / 64, 128>>>(tiles, out, height / 32);
}

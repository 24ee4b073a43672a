// As DeepGEMM's compiler at run time makes it: an instance, and a launch of it.
#include <deep_gemm/impls/sm90_fp8_gemm_1d1d.cuh>
#include <cuda.h>
using namespace deep_gemm;

void run(__nv_fp8_e4m3* ga, __nv_fp8_e4m3* gb, cute::TmaDescriptor* buffer, void* at, int* layout, unsigned m, unsigned n, unsigned k) {
  const cuuint64_t dims[2] = {4096, 4096}, strides[1] = {4096};
  const cuuint32_t ones[2] = {1, 1};
  CUtensorMap a;
  const cuuint32_t a_box[2] = {128, 128};
  cuTensorMapEncodeTiled(&a, CU_TENSOR_MAP_DATA_TYPE_UINT8, 2, at, dims, strides, a_box, ones, CU_TENSOR_MAP_INTERLEAVE_NONE,
                         CU_TENSOR_MAP_SWIZZLE_NONE, CU_TENSOR_MAP_L2_PROMOTION_L2_256B, CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE);
  CUtensorMap b;
  const cuuint32_t b_box[2] = {128, 128};
  cuTensorMapEncodeTiled(&b, CU_TENSOR_MAP_DATA_TYPE_UINT8, 2, at, dims, strides, b_box, ones, CU_TENSOR_MAP_INTERLEAVE_NONE,
                         CU_TENSOR_MAP_SWIZZLE_NONE, CU_TENSOR_MAP_L2_PROMOTION_L2_256B, CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE);
  CUtensorMap sfa;
  const cuuint32_t sfa_box[2] = {128, 1};
  cuTensorMapEncodeTiled(&sfa, CU_TENSOR_MAP_DATA_TYPE_FLOAT32, 2, at, dims, strides, sfa_box, ones, CU_TENSOR_MAP_INTERLEAVE_NONE,
                         CU_TENSOR_MAP_SWIZZLE_NONE, CU_TENSOR_MAP_L2_PROMOTION_L2_256B, CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE);
  CUtensorMap sfb;
  const cuuint32_t sfb_box[2] = {128, 1};
  cuTensorMapEncodeTiled(&sfb, CU_TENSOR_MAP_DATA_TYPE_FLOAT32, 2, at, dims, strides, sfb_box, ones, CU_TENSOR_MAP_INTERLEAVE_NONE,
                         CU_TENSOR_MAP_SWIZZLE_NONE, CU_TENSOR_MAP_L2_PROMOTION_L2_256B, CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE);
  CUtensorMap d;
  const cuuint32_t d_box[2] = {128, 64};
  cuTensorMapEncodeTiled(&d, CU_TENSOR_MAP_DATA_TYPE_FLOAT32, 2, at, dims, strides, d_box, ones, CU_TENSOR_MAP_INTERLEAVE_NONE,
                         CU_TENSOR_MAP_SWIZZLE_NONE, CU_TENSOR_MAP_L2_PROMOTION_L2_256B, CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE);
  sm90_fp8_gemm_1d1d_impl<0, 4096, 7168, 1, 128, 128, 128, 128, 128, 4, 128, 256, 1, false, 132, GemmType::Normal, float>
      <<<132, 384, 232448>>>(ga, gb, layout, buffer, m, n, k, a, b, sfa, sfb, d);
}

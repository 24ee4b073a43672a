// As DeepGEMM's compiler at run time makes it: an instance, and a launch of it.
#include <deep_gemm/impls/sm90_bmk_bnk_mn.cuh>
#include <cuda.h>
using namespace deep_gemm;

void run(void* at, float* d, unsigned s) {
  const cuuint64_t dims[2] = {4096, 4096}, strides[1] = {4096};
  const cuuint32_t ones[2] = {1, 1};
  CUtensorMap a;
  const cuuint32_t a_box[2] = {64, 128};
  cuTensorMapEncodeTiled(&a, CU_TENSOR_MAP_DATA_TYPE_BFLOAT16, 2, at, dims, strides, a_box, ones, CU_TENSOR_MAP_INTERLEAVE_NONE,
                         CU_TENSOR_MAP_SWIZZLE_NONE, CU_TENSOR_MAP_L2_PROMOTION_L2_256B, CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE);
  CUtensorMap b;
  const cuuint32_t b_box[2] = {64, 128};
  cuTensorMapEncodeTiled(&b, CU_TENSOR_MAP_DATA_TYPE_BFLOAT16, 2, at, dims, strides, b_box, ones, CU_TENSOR_MAP_INTERLEAVE_NONE,
                         CU_TENSOR_MAP_SWIZZLE_NONE, CU_TENSOR_MAP_L2_PROMOTION_L2_256B, CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE);
  sm90_bmn_bnk_mn_gemm_impl<128, 128, 7168, 128, 128, 64, 4, 4, 128, 256>
      <<<132, 384, 232448>>>(s, a, b, d);
}

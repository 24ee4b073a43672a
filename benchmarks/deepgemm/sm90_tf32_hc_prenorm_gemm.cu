// As DeepGEMM's compiler at run time makes it: an instance, and a launch of it.
#include <deep_gemm/impls/sm90_tf32_hc_prenorm_gemm.cuh>
#include <cuda.h>
using namespace deep_gemm;

void run(void* at, float* sums, unsigned m) {
  const cuuint64_t dims[2] = {4096, 4096}, strides[1] = {4096};
  const cuuint32_t ones[2] = {1, 1};
  CUtensorMap a;
  const cuuint32_t a_box[2] = {64, 64};
  cuTensorMapEncodeTiled(&a, CU_TENSOR_MAP_DATA_TYPE_BFLOAT16, 2, at, dims, strides, a_box, ones, CU_TENSOR_MAP_INTERLEAVE_NONE,
                         CU_TENSOR_MAP_SWIZZLE_NONE, CU_TENSOR_MAP_L2_PROMOTION_L2_256B, CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE);
  CUtensorMap b;
  const cuuint32_t b_box[2] = {32, 32};
  cuTensorMapEncodeTiled(&b, CU_TENSOR_MAP_DATA_TYPE_TFLOAT32, 2, at, dims, strides, b_box, ones, CU_TENSOR_MAP_INTERLEAVE_NONE,
                         CU_TENSOR_MAP_SWIZZLE_NONE, CU_TENSOR_MAP_L2_PROMOTION_L2_256B, CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE);
  CUtensorMap d;
  const cuuint32_t d_box[2] = {32, 64};
  cuTensorMapEncodeTiled(&d, CU_TENSOR_MAP_DATA_TYPE_FLOAT32, 2, at, dims, strides, d_box, ones, CU_TENSOR_MAP_INTERLEAVE_NONE,
                         CU_TENSOR_MAP_SWIZZLE_NONE, CU_TENSOR_MAP_L2_PROMOTION_L2_256B, CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE);
  sm90_tf32_hc_prenorm_gemm_impl<24, 7168, 64, 32, 64, 1, 128, 8, 128, 128>
      <<<132, 256, 232448>>>(m, a, b, d, sums);
}

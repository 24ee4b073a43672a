// As DeepGEMM's compiler at run time makes it: an instance, and a launch of it.
#include <deep_gemm/impls/sm90_bf16_gemm.cuh>
#include <cuda.h>
using namespace deep_gemm;

void run(void* at, int* layout, unsigned m, unsigned n, unsigned k) {
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
  CUtensorMap d;
  const cuuint32_t d_box[2] = {64, 128};
  cuTensorMapEncodeTiled(&d, CU_TENSOR_MAP_DATA_TYPE_BFLOAT16, 2, at, dims, strides, d_box, ones, CU_TENSOR_MAP_INTERLEAVE_NONE,
                         CU_TENSOR_MAP_SWIZZLE_NONE, CU_TENSOR_MAP_L2_PROMOTION_L2_256B, CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE);
  sm90_bf16_gemm_impl<cute::UMMA::Major::K, cute::UMMA::Major::K, 0, 4096, 7168, 1, 128, 128, 64, 128, 128, 128, 6, 128, 256, 1, false, 132, GemmType::Normal, false, cutlass::bfloat16_t>
      <<<132, 384, 232448>>>(layout, m, n, k, a, b, d);
}

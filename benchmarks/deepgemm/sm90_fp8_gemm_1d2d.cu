// As DeepGEMM's compiler at run time makes it: an instance, and a launch of it.
#include <deep_gemm/impls/sm90_fp8_gemm_1d2d.cuh>
#include <cuda.h>
using namespace deep_gemm;

void run(float* sfb, void* at, int* layout, unsigned m, unsigned n, unsigned k) {
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
  CUtensorMap d;
  const cuuint32_t d_box[2] = {64, 128};
  cuTensorMapEncodeTiled(&d, CU_TENSOR_MAP_DATA_TYPE_BFLOAT16, 2, at, dims, strides, d_box, ones, CU_TENSOR_MAP_INTERLEAVE_NONE,
                         CU_TENSOR_MAP_SWIZZLE_NONE, CU_TENSOR_MAP_L2_PROMOTION_L2_256B, CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE);
  CUtensorMap sfa;
  const cuuint32_t sfa_box[2] = {128, 1};
  cuTensorMapEncodeTiled(&sfa, CU_TENSOR_MAP_DATA_TYPE_FLOAT32, 2, at, dims, strides, sfa_box, ones, CU_TENSOR_MAP_INTERLEAVE_NONE,
                         CU_TENSOR_MAP_SWIZZLE_NONE, CU_TENSOR_MAP_L2_PROMOTION_L2_256B, CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE);
  sm90_fp8_gemm_1d2d_impl<cute::UMMA::Major::K, 0, 4096, 7168, 1, 128, 128, 128, 128, 128, 128, 5, 128, 256, 1, false, 132, GemmType::Normal, cutlass::bfloat16_t, epilogue::transform::EpilogueIdentity>
      <<<132, 384, 232448>>>(sfb, layout, m, n, k, a, b, d, sfa);
}

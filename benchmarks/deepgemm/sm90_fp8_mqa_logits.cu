// As DeepGEMM's compiler at run time makes it: an instance, and a launch of it.
#include <deep_gemm/impls/sm90_fp8_mqa_logits.cuh>
#include <cuda.h>
using namespace deep_gemm;

void run(void* at, unsigned n, unsigned kv, unsigned longest, unsigned stride, unsigned* from, unsigned* to, float* logits) {
  const cuuint64_t dims[2] = {4096, 4096}, strides[1] = {4096};
  const cuuint32_t ones[2] = {1, 1};
  CUtensorMap q;
  const cuuint32_t q_box[2] = {128, 128};
  cuTensorMapEncodeTiled(&q, CU_TENSOR_MAP_DATA_TYPE_UINT8, 2, at, dims, strides, q_box, ones, CU_TENSOR_MAP_INTERLEAVE_NONE,
                         CU_TENSOR_MAP_SWIZZLE_NONE, CU_TENSOR_MAP_L2_PROMOTION_L2_256B, CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE);
  CUtensorMap keys;
  const cuuint32_t keys_box[2] = {128, 256};
  cuTensorMapEncodeTiled(&keys, CU_TENSOR_MAP_DATA_TYPE_UINT8, 2, at, dims, strides, keys_box, ones, CU_TENSOR_MAP_INTERLEAVE_NONE,
                         CU_TENSOR_MAP_SWIZZLE_NONE, CU_TENSOR_MAP_L2_PROMOTION_L2_256B, CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE);
  CUtensorMap scales;
  const cuuint32_t scales_box[2] = {256, 1};
  cuTensorMapEncodeTiled(&scales, CU_TENSOR_MAP_DATA_TYPE_FLOAT32, 2, at, dims, strides, scales_box, ones, CU_TENSOR_MAP_INTERLEAVE_NONE,
                         CU_TENSOR_MAP_SWIZZLE_NONE, CU_TENSOR_MAP_L2_PROMOTION_L2_256B, CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE);
  CUtensorMap weights;
  const cuuint32_t weights_box[2] = {32, 4};
  cuTensorMapEncodeTiled(&weights, CU_TENSOR_MAP_DATA_TYPE_FLOAT32, 2, at, dims, strides, weights_box, ones, CU_TENSOR_MAP_INTERLEAVE_NONE,
                         CU_TENSOR_MAP_SWIZZLE_NONE, CU_TENSOR_MAP_L2_PROMOTION_L2_256B, CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE);
  sm90_fp8_mqa_logits<32, 128, false, 4, 256, 3, 3, 132, 128, 512, float>
      <<<132, 640, 232448>>>(n, kv, longest, stride, from, to, logits, q, keys, scales, weights);
}

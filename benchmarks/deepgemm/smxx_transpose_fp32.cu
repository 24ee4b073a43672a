// As DeepGEMM's compiler at run time makes it: an instance, and a launch of it.
#include <deep_gemm/impls/smxx_layout.cuh>
#include <cuda.h>
using namespace deep_gemm;

void run(float* sf, float* out, unsigned* packed, unsigned* layout, unsigned mn) {
  transpose_fp32<512, 64, 56><<<dim3((mn + 63) / 64, 1), 512, 64 * 57 * 4>>>(sf, out, mn);
}

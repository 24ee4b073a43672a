// As DeepGEMM's compiler at run time makes it: an instance, and a launch of it.
#include <deep_gemm/impls/smxx_layout.cuh>
#include <cuda.h>
using namespace deep_gemm;

void run(float* sf, float* out, unsigned* packed, unsigned* layout, unsigned mn) {
  transpose_and_pack_fp32_into_ue8m0<512, 48, 56><<<dim3((mn + 47) / 48, 1), 512, 48 * 57 * 4>>>(sf, packed, mn, layout, 128);
}

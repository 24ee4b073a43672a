// As DeepGEMM's compiler at run time makes it: an instance, and a launch of it.
#include <deep_gemm/impls/smxx_layout.cuh>
#include <cuda.h>
using namespace deep_gemm;

void run(float* sf, float* out, unsigned* packed, unsigned* layout, unsigned mn) {
  pack_fp32_into_ue8m0<1, 128, 32, 4><<<dim3((mn + 31) / 32, 1), 128>>>(sf, packed, layout, mn, 56, 14, 128, 128);
}

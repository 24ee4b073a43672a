// As DeepGEMM's compiler at run time makes it: an instance, and a launch of it.
#include <deep_gemm/impls/smxx_clean_logits.cuh>
#include <cuda.h>
using namespace deep_gemm;

void run(unsigned n, unsigned kv, unsigned long stride, const unsigned* from, const unsigned* to, float* logits) {
  smxx_clean_logits<1, 8192, 16, float><<<132, 512, 8192 * 4>>>(n, kv, stride, from, to, logits);
}

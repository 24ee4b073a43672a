// expect: verified
// Two parameters that a call leaves out are no array that they share.
#include <cuda_runtime.h>

__global__ void shift(float* out, const float* in, const int* chosen, float* seen, int n, int count) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = in[i];
  if (i < count && chosen[i] == i) seen[i + 1] = in[i];
}

void run(float* out, const float* in, const int* chosen, float* seen, int n, int count) {
  shift<<<16, 256>>>(out, in, nullptr, nullptr, n, count);
  shift<<<16, 256>>>(out, in, chosen, seen, n, n);
}

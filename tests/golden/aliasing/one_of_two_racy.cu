// expect: refuted
// finding: race confirmed error A A
// As in one_of_two_clean, but what is chosen is read where another thread writes.
#include <cuda_runtime.h>

__global__ void shift(float* out, const float* in, const float* weight, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i + 1 < n) out[i] = in[i] + weight[i + 1]; /*A*/
}

int main(int argc, char**) {
  float *p, *q;
  cudaMalloc((void**)&p, 4096 * sizeof(float));
  cudaMalloc((void**)&q, 4096 * sizeof(float));
  float* chosen = argc > 1 ? p : q;
  shift<<<16, 256>>>(p, q, chosen, 4096);
}

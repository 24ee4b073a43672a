// expect: verified
// flags: --block 64
// curand() of MTGP32, which all threads of a block call.
#include <curand_kernel.h>
__global__ void draw(float *out, curandStateMtgp32 *states, int n) {
  for (int i = 0; i < n; i++) {
    float drawn = curand_uniform(&states[blockIdx.x]);
    if (threadIdx.x < 40) out[blockIdx.x * 64 + threadIdx.x] = drawn;
  }
}

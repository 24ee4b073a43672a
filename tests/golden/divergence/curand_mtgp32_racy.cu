// expect: refuted
// flags: --block 64
// finding: divergence confirmed error C
// curand() of MTGP32 has barriers of the block, to which some threads do not come.
#include <curand_kernel.h>
__global__ void draw(float *out, curandStateMtgp32 *states) {
  if (threadIdx.x < 40)
    out[blockIdx.x * 64 + threadIdx.x] = curand_uniform(&states[blockIdx.x]); /*C*/
}

// expect: unknown
// unknown: A inline assembly
__global__ void assembly(int* out) {
  __shared__ int s[64];
  s[threadIdx.x] = 1;
  asm volatile("bar.sync 1, 64;"); /*A*/
  out[blockIdx.x * blockDim.x + threadIdx.x] = s[63 - threadIdx.x];
}

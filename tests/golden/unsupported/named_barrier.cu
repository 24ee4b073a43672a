// expect: unknown
// unknown: A named barriers
__global__ void assembly(int* out) { /*A*/
  __shared__ int s[64];
  s[threadIdx.x] = 1;
  asm volatile("bar.sync 1, 64;");
  out[blockIdx.x * blockDim.x + threadIdx.x] = s[63 - threadIdx.x];
}

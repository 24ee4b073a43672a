// expect: verified
// flags: --infer-requires
// under: n % 4 == 0
__global__ void quarters(int* out, int n) {
  __assert(n % 4 == 0);
  out[blockIdx.x * blockDim.x + threadIdx.x] = n / 4;
}

// expect: unknown
// flags: --bit-precise --block 256
// unknown: A blockDim.x + threadIdx.x' may overflow int
// Beyond 2^31 threads i is negative, and the test against n lets it pass.
__global__ void square(int* out, const int* in, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) /*A*/
    out[i] = in[i] * in[i];
}

// expect: verified
// flags: --infer-requires
// under: length <= 1024
// The second half of a block is the first one of the next, which is there for more elements.
__global__ void halves(float* out, const float* in, int length) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = in[i];
  out[i + 512] = 2 * in[i + 512];
}
void run(float* out, const float* in, int length) {
  halves<<<(length + 1023) / 1024, 512>>>(out, in, length);
}

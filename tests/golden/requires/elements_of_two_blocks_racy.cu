// expect: refuted
// flags: --assume 'length <= 1025'
// finding: race confirmed error A B
__global__ void halves(float* out, const float* in, int length) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = in[i]; /*A*/
  out[i + 512] = 2 * in[i + 512]; /*B*/
}
void run(float* out, const float* in, int length) {
  halves<<<(length + 1023) / 1024, 512>>>(out, in, length);
}

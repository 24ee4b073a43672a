// expect: refuted
// flags: --infer-requires
// finding: race confirmed error A B
// A block writes one cell of the next: that there is none is no precondition.
__global__ void close(int* out, const int* in, int n) {
  const int i = blockIdx.x * 128 + threadIdx.x;
  out[i] = in[i] + 1; /*A*/
  if (threadIdx.x == 127) out[i + 1] = 0; /*B*/
}
void run(int* out, const int* in, int n) { close<<<(n + 127) / 128, 128>>>(out, in, n); }

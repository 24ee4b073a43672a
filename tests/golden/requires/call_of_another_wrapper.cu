// expect: refuted
// flags: --infer-requires
// finding: race confirmed error A A
// under: none
// Through two functions that anybody may call.
__global__ void columns(float* v, int n) {
  const int i = threadIdx.x;
  for (int j = 0; j < 4; j++) v[i + j * n] = i + j; /*A*/
}
void inner(float* v, int n) { columns<<<1, 256>>>(v, n); }
void outer(float* v, int n) { inner(v, 2 * n); }
void host(float* v) { outer(v, 50); }

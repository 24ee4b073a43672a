// expect: verified
// flags: --infer-requires
// under: n >= 256
// As many columns as threads are passed where a call is seen.
__global__ void columns(float* v, int n) {
  const int i = threadIdx.x;
  for (int j = 0; j < 4; j++) v[i + j * n] = i + j;
}
void inner(float* v, int n) { columns<<<1, 256>>>(v, n); }
void outer(float* v, int n) { inner(v, 2 * n); }
void host(float* v) { outer(v, 200); }

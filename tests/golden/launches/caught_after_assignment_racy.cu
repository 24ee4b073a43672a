// expect: refuted
// finding: race possible error A B
__global__ void shift(float* out, const float* in) {
  float v = in[threadIdx.x + 1]; /*A*/
  out[threadIdx.x] = v; /*B*/
}

void run(float* p, float* q, int n) {
  try {
    if (n > 1000) throw n;
    p = q;
  } catch (int) {
  }
  shift<<<1, 32>>>(p, q);
}

// Behind the condition p may be q, or what callers gave.
// expect: refuted
// finding: race confirmed error A B
__global__ void shift(float* out, const float* in) {
  float v = in[threadIdx.x + 1]; /*A*/
  out[threadIdx.x] = v; /*B*/
}

void run(float* p, float* q, bool again) {
  if (again) p = q;
  shift<<<1, 32>>>(p, q);
}

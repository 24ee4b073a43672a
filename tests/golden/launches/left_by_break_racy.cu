// expect: refuted
// finding: race confirmed error A B
__global__ void shift(float* out, const float* in) {
  float v = in[threadIdx.x + 1]; /*A*/
  out[threadIdx.x] = v; /*B*/
}

void run(float* p, float* q, int n) {
  do {
    if (n > 1000) break;
    p = q;
  } while (0);
  shift<<<1, 32>>>(p, q);
}
